/** Value of the field `voice` for an answer in text. */
export const textVoice = 'texto'

/**
 * Names of the sixteen neural voices of Brazilian Portuguese
 * (https://learn.microsoft.com/azure/ai-services/speech-service/language-support).
 */
const names = [
  ...(['Francisca', 'Antonio', 'Brenda', 'Donato', 'Elza', 'Fabio', 'Giovanna', 'Humberto', 'Julio'] as const),
  ...(['Leila', 'Leticia', 'Manuela', 'Nicolau', 'Thalita', 'Valerio', 'Yara'] as const),
] as const

/** Id of a voice in the requests of the speech service. */
type Voice = `pt-BR-${(typeof names)[number]}Neural`
export type VoiceChoice = typeof textVoice | Voice

/** Voices with their name. */
export const voices = names.map((label): { value: Voice; label: string } => ({ value: `pt-BR-${label}Neural`, label }))
export const voiceIds = voices.map(({ value }) => value) as [Voice, ...Voice[]]

/** Values of the field `voice`. */
export const voiceChoices: [VoiceChoice, ...Voice[]] = [textVoice, ...voiceIds]

/** True for a voice of the speech service; false for text. */
export const isVoice = (voice: string): voice is Voice => voiceIds.some((id) => id === voice)

/** Region of a speech resource, such as `brazilsouth`: one label of a host name. */
export const regionForm = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

/** Characters of the longest answer that is spoken, about three minutes; the service cuts off after ten. */
const maxSpoken = 3000

/**
 * The words of an answer that a voice can speak, without the marks of WhatsApp's formatting, emoji and characters that XML
 * does not allow. Null for an answer that is to be read: one with a link or an e-mail
 * address, a long one, and one without words.
 */
export function spokenWords(text: string): string | null {
  if (text.length > maxSpoken || /https?:\/\/|www\.|\S@\S/i.test(text)) return null
  const words = text
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}\u{20e3}\u{fe0f}\u{200d}]/gu, '')
    .replace(/[*_~`]/g, '')
    .toWellFormed()
    .replace(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffc}\u{10000}-\u{10ffff}]/gu, '')
    .trim()
  return /[\p{L}\p{N}]/u.test(words) ? words : null
}
