/** How a style shows amounts of money. */
export interface MoneyStyle {
  before: string
  behind: string
  decimals: number
  isGrouped: boolean
  /** Language whose separators the currency has: `11.988,80` or `11,988.80`. */
  language: 'de' | 'en'
}

/** Currency of a format with the Windows code of its language: `[$R$-416]`. */
const currency = /\[\$([^\]\d-]{1,10})(?:-([0-9a-f]{1,8}))?\]/i
/** Signs before and behind the digits of a format, with the decimals. */
const parts = /^([^#0]{0,60})([#0][#0,]{0,20})(?:\.([0#?]{1,10}))?([^#0]{0,60})$/

/** The style of a format with the sign of a currency in its first section; null for others. */
export function moneyStyleOf(code: string): MoneyStyle | null {
  const [section = ''] = code.split(';')
  const [, sign = '', languageCode] = currency.exec(section) ?? []
  const [, before = '', digits = '', decimals = '', behind = ''] = parts.exec(withoutMarks(section)) ?? []
  const signs = before + behind
  if (digits === '' || !(/\p{Sc}/u.test(signs) || (sign !== '' && signs.includes(sign)))) return null
  const hasComma = languageCode ? writesComma(Number.parseInt(languageCode, 16)) : /R\$|€/.test(signs)
  return {
    before: before.trimStart(),
    behind: behind.trimEnd(),
    decimals: decimals.length,
    isGrouped: digits.includes(','),
    language: hasComma ? 'de' : 'en',
  }
}

/** The format with its texts as they are shown: without quotes, colours and the widths of signs; a filled space is one. */
const withoutMarks = (section: string) =>
  section
    .replace(currency, '$1')
    .replace(/\[[^\]]{0,200}\]|_./g, '')
    .replace(/\*(.)/g, '$1')
    .replace(/"([^"]{0,200})"/g, '$1')
    .replace(/\\(.)/g, '$1')
    .replace(/\s+/g, ' ')

/** Languages (low ten bits of their code) that write a decimal point: Arabic, Chinese, English, Hebrew, Japanese, Korean, Thai. */
const pointLanguages = [0x01, 0x04, 0x09, 0x0d, 0x11, 0x12, 0x1e]
/** Spanish with a decimal point: Mexico, Guatemala, Panama, Dominican Republic, Peru, Puerto Rico, United States and others. */
const pointSpanish = [0x080a, 0x100a, 0x180a, 0x1c0a, 0x280a, 0x440a, 0x480a, 0x4c0a, 0x500a, 0x540a]

/** True when a language writes decimals behind a comma, by its code of Windows (MS-LCID). */
const writesComma = (code: number) => !pointSpanish.includes(code) && !pointLanguages.includes(code & 0x3ff)

/** An amount as the sheet shows it: `R$ 11.988,80` for 11988.8. */
export function moneyText(amount: number, style: MoneyStyle): string {
  if (!Number.isFinite(amount)) return ''
  const digits = new Intl.NumberFormat(style.language, {
    minimumFractionDigits: style.decimals,
    maximumFractionDigits: style.decimals,
    useGrouping: style.isGrouped,
  }).format(Math.abs(amount))
  return `${amount < 0 ? '-' : ''}${style.before}${digits}${style.behind}`
}
