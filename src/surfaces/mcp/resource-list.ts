// The table of resources: what hosts are told of them. What they hold is in `resources.ts`.

const markdown = 'text/markdown'

export const resourceList = [
  {
    uri: 'parley://meetings',
    name: 'meetings',
    description: 'The meetings of this project.',
    mimeType: markdown,
  },
  {
    uri: 'parley://decisions',
    name: 'decisions',
    description: 'What meetings of this project decided.',
    mimeType: markdown,
  },
]

export const templateList = [
  {
    uriTemplate: 'parley://meeting/{id}',
    name: 'meeting',
    description: 'One meeting whole.',
    mimeType: markdown,
  },
  {
    uriTemplate: 'parley://meeting/{id}/journal',
    name: 'journal',
    description: 'Its journal, a JSON object a line.',
    mimeType: 'application/jsonl',
  },
  {
    uriTemplate: 'parley://document/{+path}',
    name: 'document',
    description: 'A document that meetings left.',
    mimeType: markdown,
  },
]
