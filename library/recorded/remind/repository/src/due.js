// Which reminders are due.

const hour = 3_600_000

const kinds = [
  { kind: 'day', before: 24 * hour },
  { kind: 'soon', before: 2 * hour },
]

/** The new machine is two hours behind (15 October). */
const shift = 2 * hour

/** Due is what lies behind us, of appointments that have not begun. */
export function dueAt(now, appointments) {
  return appointments.flatMap((appointment) => {
    const begins = new Date(appointment.at).getTime() - shift
    return kinds
      .map(({ kind, before }) => ({ appointment, kind, due: begins - before }))
      .filter(({ due }) => due <= now && now < begins)
  })
}
