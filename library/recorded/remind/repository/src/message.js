// The words of a reminder.

export function textOf({ appointment, kind }) {
  const at = new Date(appointment.at)
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  const day = at.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
  return kind === 'day'
    ? `Your appointment: ${day} at ${time}. Please call us if you cannot come.`
    : `See you today at ${time}.`
}
