// A link to a meeting by its title; by its id only until the title is known, or where the meeting is not in the lists.

import { api } from '../api/api.js'
import { to } from '../route.js'
import { useResource } from '../state/resource.js'

export function MeetingLink({ project, id }: { project: string; id: string }) {
  const known = useResource(`meetings of ${project}`, () => api.meetings({ project }))
  const title = known.value?.find((one) => one.id === id)?.title
  return (
    <a href={to.meeting(project, id)} title={id} dir="auto">
      {title || id}
    </a>
  )
}
