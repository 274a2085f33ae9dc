/** Digits and signs of a phone number, which a contact without a name has in its place, also hidden (ADR 0194). */
const phoneNumber = /^[@~]?[\d\s()+.•-]+$/

/** Name of a contact; empty for a phone number. */
export const wholeNameOf = (name: string): string => (phoneNumber.test(name) ? '' : name.trim())

/** First word of a contact's name; empty for a phone number. */
export const firstNameOf = (name: string): string => wholeNameOf(name).split(/\s+/)[0] as string

/** Removes a variable with its comma, also in bold, italics or struck through: `own` are its spellings, `single` one. */
function remover(own: string, single: string): (text: string) => string {
  const mark = String.raw`([*_~]?)(?:\{\{\s{0,9}(?:${own})\s{0,9}\}\}|\{${single}\})`
  const firstOnLine = new RegExp(String.raw`^[ \t]{0,9}${mark}\1,?[ \t]{0,9}`, 'gm')
  const elsewhere = new RegExp(String.raw`,?[ \t]{0,9}${mark}\1`, 'g')
  return (text) => text.replace(firstOnLine, '').replace(elsewhere, '')
}

const removeFirstName = remover('firstName|primeiroNome', 'primeiroNome')
const removeWholeName = remover('name|nome', 'nome')

/** Text for a contact with these names, without each empty one: "Bom dia, {{firstName}}!" becomes "Bom dia!". */
export function removeEmptyNames(text: string, first: string | undefined, whole: string | undefined): string {
  const addressed = first === '' ? removeFirstName(text) : text
  return whole === '' ? removeWholeName(addressed) : addressed
}
