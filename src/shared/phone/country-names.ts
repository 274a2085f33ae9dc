import { foldText } from '../text'
import { countryCodes } from './countries'

/** Languages in which address books and shops write countries. */
const languages = ['pt', 'en', 'es']
/** Usual names that the lists of countries lack. */
const others = {
  usa: 'US',
  eua: 'US',
  'ee uu': 'US',
  eeuu: 'US',
  uk: 'GB',
  england: 'GB',
  inglaterra: 'GB',
  holanda: 'NL',
}

const wordsOf = (text: string) => foldText(text.replace(/[^\p{L}\p{M}]+/gu, ' ')).trim()

/** Codes of the countries by their folded names; made with the first name that is asked. */
const codes = new Map<string, string>()
function namedCountries() {
  if (codes.size > 0) return codes
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    for (const code of countryCodes) codes.set(wordsOf(names.of(code) ?? code), code)
  }
  for (const [name, code] of Object.entries(others)) codes.set(name, code)
  return codes
}

/** The country (ISO 3166) that a text names by its code or its name, also beside digits; undefined for other texts. */
export function countryNamed(text: string): string | undefined {
  if (text === '' || text.length > 60) return undefined
  const code = text.toUpperCase()
  if (countryCodes.includes(code)) return code
  const words = wordsOf(text)
  return namedCountries().get(words) ?? countryCodes.find((code) => code === words.toUpperCase())
}
