/** A number in scientific form, with a dot or a comma: `5.511988880051E+12`. */
const scientific = /^(\d)(?:[.,](\d{0,20}))?e\+?(\d{1,2})$/i
/** Groups of three digits, of which ten digits with two decimals of zero are no usual amount of money. */
const grouped = [/^\d{1,3}(?:,\d{3}){2,5}$/, /^\d{1,3}(?:,\d{3}){3,5}\.0{1,2}$/, /^\d{1,3}(?:\.\d{3}){3,5},0{1,2}$/]

/**
 * All digits of a whole number as spreadsheets show it: in scientific form, or in groups with or without decimals of zero. Null
 * for other texts, and for a scientific form of which digits are missing (`5,51199E+12`).
 */
export function spreadsheetDigits(text: string): string | null {
  const [, first, decimals = '', exponent] = scientific.exec(text) ?? []
  if (first !== undefined) return wholeDigits(first, decimals, Number(exponent))
  return grouped.some((form) => form.test(text)) ? text.replace(/[.,]0{1,2}$/, '').replace(/[.,]/g, '') : null
}

/** Digits up to the decimal point; null when some are missing, or digits other than zero stand behind it. */
function wholeDigits(first: string, decimals: string, exponent: number): string | null {
  if (decimals.length < exponent || /[1-9]/.test(decimals.slice(exponent))) return null
  return first + decimals.slice(0, exponent)
}
