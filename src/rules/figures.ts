// Figures as people read them.

/** `928,000`. */
export function grouped(number: number): string {
  return groupedDigits(String(Math.round(number)))
}

/** The same for digits that are a text already. */
export function groupedDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',')
}
