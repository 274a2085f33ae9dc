import { dayText } from './table'
import { type MoneyStyle, moneyStyleOf } from './xlsx-money'
import { attributeOf, type XmlHandler } from './xml-events'

/** How the cells of one style show their numbers. */
export type NumberStyle = 'date' | 'percent' | { digits: number } | MoneyStyle | null

/** Numbers of Excel's own formats for dates and times, and for shares. */
const ownDates = [14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]
const ownStyles = new Map<number, NumberStyle>([
  ...ownDates.map((id): [number, NumberStyle] => [id, 'date']),
  ...[9, 10].map((id): [number, NumberStyle] => [id, 'percent']),
])

/** Collects the styles of a workbook by their number in the cells. */
export function stylesHandler(styles: NumberStyle[]): XmlHandler {
  const codes = new Map<number, string>()
  let isCells = false
  return {
    open(name, attributes) {
      const id = Number(attributeOf(attributes, 'numFmtId'))
      if (name === 'numFmt') codes.set(id, attributeOf(attributes, 'formatCode') ?? '')
      else if (name === 'cellXfs') isCells = true
      else if (name === 'xf' && isCells && styles.length < maxStyles)
        styles.push(ownStyles.get(id) ?? styleOf(codes.get(id) ?? ''))
    },
    text() {},
    close(name) {
      if (name === 'cellXfs') isCells = false
    },
  }
}

/** Styles of one workbook; Excel allows 65,490. */
const maxStyles = 70_000

/** A format with letters of days, months or years is a date; one of zeros alone keeps that many digits, as of a postal code. */
function styleOf(code: string): NumberStyle {
  const plain = code.replace(/"[^"]{0,200}"|\\.|\[[^\]]{0,200}\]|_.|\*./g, '')
  if (/[dmyh]/i.test(plain) && !/general|standard|padr/i.test(plain)) return 'date'
  if (plain.includes('%')) return 'percent'
  return moneyStyleOf(code) ?? digitsStyleOf(plain)
}

function digitsStyleOf(plain: string): NumberStyle {
  const [first = ''] = plain.split(';')
  const digits = /^[0\s().+/-]{2,40}$/.test(first) ? first.replace(/[^0]/g, '').length : 0
  return digits > 1 ? { digits } : null
}

/** A share as the sheet shows it: 10% for 0.1. */
export const percentText = (share: number) => `${Number((share * 100).toPrecision(12))}%`

const msPerDay = 86_400_000
/** Day 0 of the calendar of 1900, which has a 29th of February that never was; and of that of 1904. */
const dayZero = { of1900: Date.UTC(1899, 11, 30), of1904: Date.UTC(1904, 0, 1) }
/** 31/12/9999, the last day that Excel knows. */
const lastDay = 2_958_465

/** A number of days since the start of the calendar as a day. */
export function dayOfSerial(serial: number, is1904: boolean): string {
  if (!(serial >= 0 && serial <= lastDay)) return ''
  const minutes = Math.round(serial * 24 * 60) // a fraction is the time of day
  if (serial < 1) return dayText(new Date(minutes * 60_000)).slice(11)
  return dayText(new Date((is1904 ? dayZero.of1904 : dayZero.of1900) + (minutes * msPerDay) / (24 * 60)))
}
