import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import examples from 'libphonenumber-js/examples.mobile.json'
import plans from 'libphonenumber-js/metadata.max.json'
import { canonicalNumber } from '../src/shared/phone/forms'

/** Spellings of telephone numbers of 45 countries, as people, telephones and spreadsheets write them. */

export const spelledCountries = [
  ...[
    'BR',
    'AR',
    'MX',
    'CL',
    'CO',
    'PE',
    'UY',
    'PY',
    'BO',
    'EC',
    'VE',
    'US',
    'CA',
    'PT',
    'ES',
    'IT',
    'FR',
    'DE',
    'GB',
    'IE',
  ],
  ...[
    'NL',
    'BE',
    'CH',
    'AT',
    'PL',
    'SE',
    'NO',
    'DK',
    'FI',
    'RU',
    'TR',
    'IL',
    'AE',
    'IN',
    'CN',
    'JP',
    'AU',
    'ZA',
    'NG',
    'AO',
  ],
  ...['DO', 'GT', 'CR', 'KR', 'ID'],
] as const satisfies CountryCode[]

export interface Spelling {
  text: string
  /** Country of the company where the text is typed. */
  country: string
  /** Canonical digits of the person; the text may be refused, but never be another number. */
  number: string
}

type Random = (limit: number) => number

/** A generator of numbers below a limit; equal seeds give equal numbers. */
function randomOf(seed: number): Random {
  let state = seed >>> 0 || 1
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** A valid mobile number of the country: the example of the numbering plan with other last digits. */
function mobileOf(country: CountryCode, random: Random): PhoneNumber {
  for (;;) {
    const example = (examples as Record<string, string>)[country] ?? ''
    const changed = example.slice(0, -4) + String(random(10_000)).padStart(4, '0')
    const made = parsePhoneNumberFromString(changed, country, plans as never)
    if (made?.isValid()) return made
  }
}

const fullWidth = (text: string) => text.replace(/[0-9+]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
const arabic = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))

/** Ways to write a number that name its country. */
const abroad: ((number: PhoneNumber) => string)[] = [
  (n) => n.number,
  (n) => n.formatInternational(),
  (n) => `(${n.formatInternational()})`,
  (n) => `(+${n.countryCallingCode}) ${n.nationalNumber}`,
  (n) => `+ ${n.countryCallingCode} ${n.nationalNumber}`,
  (n) => `00${n.countryCallingCode} ${n.nationalNumber}`,
  (n) => `00 (${n.countryCallingCode}) ${n.nationalNumber}`,
  (n) => `++${n.number.slice(1)}`,
  (n) => `+(${n.countryCallingCode})${n.nationalNumber}`,
  (n) => n.formatInternational().replaceAll(' ', '-'),
  (n) => n.formatInternational().replaceAll(' ', '.'),
  (n) => n.formatInternational().replaceAll(' ', '\u00a0'),
  (n) => n.getURI(),
  (n) => `tel:${n.formatInternational().replaceAll(' ', '-')}`,
  (n) => `https://wa.me/${n.number.slice(1)}`,
  (n) => `https://wa.me/${n.number.slice(1)}?text=pedido%2012`,
  (n) => `https://api.whatsapp.com/send?phone=${n.number.slice(1)}&text=oi`,
  (n) => `whatsapp://send?phone=%2B${n.number.slice(1)}`,
  (n) => `${n.number.slice(1)}@s.whatsapp.net`,
  (n) => `${n.number.slice(1)}@c.us`,
  (n) => `${n.number}.0`,
  (n) => `'${n.number}`,
  (n) => `="${n.number}"`,
  (n) => fullWidth(n.number),
  (n) => arabic(n.formatInternational()),
  (n) => `+${n.countryCallingCode} (0)${n.nationalNumber}`,
]
/** Ways that name no country: the company's own counts. */
const within: ((number: PhoneNumber) => string)[] = [
  (n) => n.formatNational(),
  (n) => n.formatNational().replace(/\D/g, ''),
  (n) => n.formatNational().replaceAll(' ', '-'),
  (n) => n.number.slice(1),
  (n) => `${n.number.slice(1)}.0`,
  (n) => n.nationalNumber,
]
/** Marks and words around a number. */
const around: ((text: string) => string)[] = [
  (text) => text,
  (text) => ` ${text} `,
  (text) => `\u202a${text}\u202c`,
  (text) => `\u200e${text}\u200f`,
  (text) => `\ufeff${text}`,
  (text) => `Tel.: ${text}`,
  (text) => `WhatsApp ${text}`,
  (text) => `${text} (Maria)`,
  (text) => `Celular: ${text} - trabalho`,
  (text) => `"${text}"`,
  (text) => `\t${text}\u00a0`,
]

const pick = <T>(list: readonly T[], random: Random) => list[random(list.length)] as T

/** Number of further digits, which must never become part of the number. */
const glued: ((text: string) => string)[] = [
  (text) => `${text} ramal 12`,
  (text) => `${text} ext. 7`,
  (text) => `${text};ext=12`,
  (text) => `${text} x12`,
  (text) => `${text} / 4321`,
  (text) => `${text} ou 3333-4444`,
  (text) => `${text}, apto 12`,
]

/** Spellings of random mobile numbers; one in five is typed in a company of another country. */
export function makeSpellings(count: number, seed: number): Spelling[] {
  const random = randomOf(seed)
  return Array.from({ length: count }, (_, at) => {
    const home = spelledCountries[at % spelledCountries.length] as CountryCode
    const number = mobileOf(home, random)
    const isWithin = random(5) < 2
    const text = pick(around, random)(pick(isWithin ? within : abroad, random)(number))
    const typed = random(10) === 0 ? pick(glued, random)(text) : text
    const country = isWithin ? home : pick(spelledCountries, random)
    return { text: typed, country, number: canonicalNumber(number.number.slice(1)) }
  })
}
