/**
 * Reasons for which a text is refused as a number.
 * - `noNumber`: no digits, or something that is no telephone number, such as an e-mail address
 * - `noAreaCode`: the digits of a subscriber, without the area code
 * - `tooShort`, `tooLong`: the number of digits does not occur in the country
 * - `notOfCountry`: no number of the country begins like this
 * - `unknownCountry`: no country has this code
 * - `several`: further digits, perhaps of a second number
 * - `extension`: an extension within a company
 * - `scientific`: a spreadsheet replaced the last digits (5,51199E+12)
 * - `otherCode`: a date, postal code, CPF, CNPJ or an amount
 * - `ambiguous`: a number of two countries; it needs `+` and the country code
 */
export const numberFaults = [
  ...(['noNumber', 'noAreaCode', 'tooShort', 'tooLong', 'notOfCountry', 'unknownCountry'] as const),
  ...(['several', 'extension', 'scientific', 'otherCode', 'ambiguous'] as const),
] as const
export type NumberFault = (typeof numberFaults)[number]

/** Digits with country code, without `+`, or the reason for which the text is no number. */
export type ReadNumber = { number: string } | { refused: NumberFault }
