import type { Language } from '../../../../shared/enums'

export type Words = Record<Language, string>

/** Rows that a kind of business begins with, in the company's language. Hours are opening and closing time. */
export interface Preset {
  queues: Words[]
  tags: Words[]
  /** Shortcut and text of company-wide quick replies. */
  replies: [shortcode: Words, text: Words][]
  /** Monday to Friday. */
  weekdays: [from: string, to: string]
  saturday: [from: string, to: string] | null
  sunday: [from: string, to: string] | null
}
