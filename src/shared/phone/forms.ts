/**
 * The forms under which one account may be known. In four countries a change of the numbering plan left accounts that
 * WhatsApp knows by the former digits (docs/whatsapp.md, "Addresses"). No library is needed here: these rules also run for
 * each received message.
 */

/** Brazilian mobile numbers gained a ninth digit. */
const brazil = /^55([1-9][1-9])9?([6-9]\d{7})$/
/** Mexican mobile numbers had a 1 behind the country code until 2019. */
const mexico = /^521?([2-9]\d{9})$/
/** Argentine mobile numbers have a 9 behind the country code, in calls from abroad and on WhatsApp. */
const argentina = /^549?((?:11|[23]\d)\d{8})$/
/** Numbers of Benin got 01 in front in 2024. */
const benin = /^229(?:01)?([2-9]\d{7})$/

/** All forms of a number with country code, the canonical one first. */
export function numberVariants(digits: string): string[] {
  if (digits.startsWith('55')) return brazilForms(digits)
  if (digits.startsWith('52')) return formsOf(digits, mexico, '52', '521')
  if (digits.startsWith('54')) return formsOf(digits, argentina, '549', '54')
  if (digits.startsWith('229')) return formsOf(digits, benin, '22901', '229')
  return [digits]
}

/** Canonical form, for storing and comparing: a Brazilian mobile number with its ninth digit, a Mexican one without 1. */
export const canonicalNumber = (digits: string): string => numberVariants(digits)[0] ?? digits

function brazilForms(digits: string): string[] {
  const [, area, subscriber] = brazil.exec(digits) ?? []
  return subscriber ? [`55${area}9${subscriber}`, `55${area}${subscriber}`] : [digits]
}

function formsOf(digits: string, pattern: RegExp, canonical: string, former: string): string[] {
  const national = pattern.exec(digits)?.[1]
  return national ? [canonical + national, former + national] : [digits]
}
