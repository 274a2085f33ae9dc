import { Metadata, type MetadataJson, type NumberingPlan, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/metadata.max.json'
import type { ReadNumber } from './faults'

/**
 * The world's numbering plans. A number passes if the plan has it, or if it has the general form of the country and the
 * length of its mobile numbers: countries open new series of mobile numbers faster than libraries follow (ADR 0106).
 */
const plans = metadata as unknown as MetadataJson

/** How surely a number exists: `sure` in a series of the plan, `new` by form and length alone. */
export type Fit = { number: string; fit: 'sure' | 'new' }
export type PlanAnswer = Fit | Extract<ReadNumber, { refused: unknown }>

interface Rules {
  general: RegExp
  lengths: number[]
  mobileLengths: number[]
  /** Prefix without which national numbers are not written, such as 0 in Germany; empty for none. */
  trunk: string
}
interface Format {
  usesNationalPrefix(): boolean
  nationalPrefixIsOptionalWhenFormattingInNationalFormat(): boolean
}
/** A numbering plan with the methods that the library's types lack. */
type Plan = NumberingPlan & {
  nationalNumberPattern(): string
  nationalPrefix(): string | undefined
  formats(): Format[]
  type(name: string): { possibleLengths(): number[] } | undefined
}

const isOptional = (format: Format) => format.nationalPrefixIsOptionalWhenFormattingInNationalFormat()
const rulesOf = new Map<string, Rules>()

function readRules(name: string): Rules {
  const known = rulesOf.get(name)
  if (known) return known
  const reader = new Metadata(plans)
  reader.selectNumberingPlan(name as never)
  const plan = reader.numberingPlan as Plan
  const needsTrunk = plan.formats().some((format) => format.usesNationalPrefix() && !isOptional(format))
  const rules = {
    general: new RegExp(`^(?:${plan.nationalNumberPattern()})$`),
    lengths: plan.possibleLengths(),
    mobileLengths: plan.type('MOBILE')?.possibleLengths() ?? plan.possibleLengths(),
    trunk: needsTrunk ? (plan.nationalPrefix() ?? '') : '',
  }
  rulesOf.set(name, rules)
  return rules
}

/** Number of digits of the longest mobile numbers of a country, without its code. */
export const longestMobile = (country: string): number => Math.max(...readRules(country).mobileLengths)

/** Judges digits with country code; a trunk prefix behind the code is removed. */
export function judgeInternational(digits: string): PlanAnswer {
  return judge(parsePhoneNumberFromString(`+${digits}`, { extract: false }, plans), digits)
}

/** True for a mobile number, or one of a country where mobile and fixed numbers look alike. */
export function isMobile(number: string): boolean {
  if (number.startsWith('55')) return number.length === 13
  const type = parsePhoneNumberFromString(`+${number}`, { extract: false }, plans)?.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
}

/** Judges digits as they are dialled within a country. */
export function judgeNational(digits: string, country: string): PlanAnswer {
  const found = parsePhoneNumberFromString(digits, { defaultCountry: country as never, extract: false }, plans)
  return judge(found, digits)
}

function judge(found: ReturnType<typeof parsePhoneNumberFromString>, digits: string): PlanAnswer {
  if (!found) return { refused: digits.length < 7 ? 'tooShort' : digits.length > 15 ? 'tooLong' : 'unknownCountry' }
  const number = found.number.slice(1)
  if (found.isValid()) return { number, fit: 'sure' }
  const { general, lengths, mobileLengths } = readRules(found.country ?? found.countryCallingCode)
  const { nationalNumber } = found
  const { length } = nationalNumber
  if (length < Math.min(...lengths)) return { refused: 'tooShort' }
  if (length > Math.max(...lengths)) return { refused: 'tooLong' }
  return mobileLengths.includes(length) && general.test(nationalNumber)
    ? { number, fit: 'new' }
    : { refused: 'notOfCountry' }
}

/** True when digits begin with the country's trunk prefix, or when it writes this number without one. */
export function hasUsualPrefix(digits: string, country: string): boolean {
  const { trunk } = readRules(country)
  if (trunk === '' || digits.startsWith(trunk)) return true
  const found = parsePhoneNumberFromString(digits, { defaultCountry: country as never, extract: false }, plans)
  return found?.formatNational().replace(/\D/g, '') === digits
}

/** Digits behind the country's own international prefix, such as 011 in the United States; null without one. */
export function afterInternationalPrefix(digits: string, country: string): string | null {
  const prefix = plans.countries[country as 'BR']?.[1] as string | undefined
  const found = prefix ? new RegExp(`^(?:${prefix})`).exec(digits)?.[0] : undefined
  return found ? digits.slice(found.length) : null
}

/** True when the pieces of a text are those in which the number's own country writes it, within it or from abroad. */
export function isUsualSpelling(pieces: string[], number: string): boolean {
  const found = parsePhoneNumberFromString(`+${number}`, { extract: false }, plans)
  const spellings = found ? [found.formatNational(), found.formatInternational()] : []
  return spellings.some((spelling) => spelling.match(/\d+/g)?.join(' ') === pieces.join(' '))
}

/** Digits of the calling code with which a number begins; empty for a number of no country. */
export const callingCodeIn = (number: string): string =>
  parsePhoneNumberFromString(`+${number}`, { extract: false }, plans)?.countryCallingCode ?? ''

/** Pieces in which the number's own country writes it without the calling code, with and without its trunk prefix. */
export function usualPieces(number: string): string[][] {
  const found = parsePhoneNumberFromString(`+${number}`, { extract: false }, plans)
  if (!found) return []
  const within: string[] = found.formatNational().match(/\d+/g) ?? []
  const behindCode = found.formatInternational().match(/\d+/g)?.slice(1) ?? []
  return [within, within.with(0, within[0]?.replace(/^0/, '') ?? ''), behindCode]
}
