// Notices: what members are told. By mail where we have an address, else on the list that a volunteer telephones through.

export function tell(shop, member, { subject, text }, post) {
  const { name, email, phone } = shop.members.find(({ id }) => id === member)
  if (email) post({ to: email, subject, text: `${name},\n\n${text}\n` })
  else shop.calls.push({ name, phone, text })
}

export function tellHeld(shop, { tool, member, heldUntil }, post) {
  tell(shop, member, { subject: 'Your tool is here', text: `${tool} is here for you until ${heldUntil}.` }, post)
}
