import { locale } from '../../../lib/language'

export const numberText = (value: number) => value.toLocaleString(locale())

/** A share such as 3% or 0.4%. */
export const percentText = (share: number) =>
  share.toLocaleString(locale(), { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 })

/** Seconds with one decimal. */
export const secondsText = (milliseconds: number) =>
  (milliseconds / 1000).toLocaleString(locale(), { maximumFractionDigits: 1, minimumFractionDigits: 1 })

/** dd/MM of a calendar day. */
export const shortDay = (day: string) => day.slice(5).split('-').reverse().join('/')

/** dd/MM/yyyy of a calendar day. */
export const fullDay = (day: string) => day.split('-').reverse().join('/')
