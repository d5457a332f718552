// The choice of a project, for the filters of every list.

import { call } from '../api/api.js'
import { useResource } from '../state/resource.js'
import { Select } from './fields.js'

export function ProjectSelect({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const projects = useResource('projects', () => call('project.list'))
  return (
    <Select
      label="Project"
      value={value}
      onChange={onChange}
      options={(projects.value ?? []).map(({ name, title }) => [name, title || name])}
      any="All projects"
    />
  )
}
