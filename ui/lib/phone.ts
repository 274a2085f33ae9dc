/** Formats a WhatsApp number: +55 11 91234-5678 for Brazil, + and digits for other countries. */
export function showNumber(number: string): string {
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number)
  return brazil ? `+55 ${brazil[1]} ${brazil[2]}-${brazil[3]}` : `+${number}`
}
