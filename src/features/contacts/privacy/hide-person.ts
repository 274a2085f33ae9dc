const hidden = '•••'
/** Digits at the end of a number that are compared: without country and area, which people often leave out. */
const comparedDigits = 8
/** Shortest name that is looked for; a shorter one is part of many words. */
const minName = 3

/** A text without the name and the numbers of a person, however the numbers are punctuated. */
export function hidePerson(text: string, { numbers, name }: { numbers: string[]; name: string }): string {
  const endings = numbers
    .filter(({ length }) => length >= comparedDigits)
    .map((number) => number.slice(-comparedDigits))
  const withoutNumbers = text.replaceAll(/[+(]?\d[\d ().-]*/g, (digits) =>
    endings.includes(digits.replaceAll(/\D/g, '').slice(-comparedDigits)) ? `${hidden} ` : digits,
  )
  const trimmed = name.trim()
  if (trimmed.length < minName) return withoutNumbers.trim()
  return withoutNumbers.replaceAll(new RegExp(RegExp.escape(trimmed), 'gi'), hidden).trim()
}
