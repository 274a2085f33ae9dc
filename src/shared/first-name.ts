/** Digits and signs of a phone number, which a contact without a name has in its place. */
const phoneNumber = /^[\d\s()+.-]+$/

/** First word of a contact's name; empty for a phone number. */
export const firstNameOf = (name: string): string =>
  phoneNumber.test(name) ? '' : (name.trim().split(/\s+/)[0] as string)

/** Spellings of the variable in company texts, flows and campaigns, also in bold, italics or struck through. */
const mark = String.raw`([*_~]?)(?:\{\{\s{0,9}(?:firstName|primeiroNome)\s{0,9}\}\}|\{primeiroNome\})`
const firstOnLine = new RegExp(String.raw`^[ \t]{0,9}${mark}\1,?[ \t]{0,9}`, 'gm')
const elsewhere = new RegExp(String.raw`,?[ \t]{0,9}${mark}\1`, 'g')

/** Text for a contact without a first name: "Bom dia, {{firstName}}!" becomes "Bom dia!". */
export const removeFirstName = (text: string): string => text.replace(firstOnLine, '').replace(elsewhere, '')
