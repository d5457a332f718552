// A link to a meeting by its title; by its id only until the title is known, or where the meeting is not in the lists.

import { call } from '../api/api.js'
import { brief } from '../fold/words.js'
import { to } from '../route.js'
import { useResource } from '../state/resource.js'

/** Undefined until it is known. */
export function useMeetingTitle(project: string, id: string): string | undefined {
  const known = useResource(`meetings of ${project}`, () => call('meeting.list', { project }))
  return known.value?.find((one) => one.id === id)?.title
}

export function MeetingLink({ project, id }: { project: string; id: string }) {
  const title = useMeetingTitle(project, id)
  return (
    <a href={to.meeting(project, id)} title={id} dir="auto">
      {title ? brief(title) : id}
    </a>
  )
}
