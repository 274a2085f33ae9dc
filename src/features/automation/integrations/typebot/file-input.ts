import { isObject, textOrEmpty } from '../failure'
import { type ChoiceInput, matchChoice } from './choices'

/** A question that takes files, kept in the session until the customer answers. */
export interface FileInput {
  /** `file`: the answer is the address of a file; `attachments`: a text that may have files. */
  kind: 'file' | 'attachments'
  isMultiple: boolean
}

/** Content of the customer's messages since the last answer. */
export interface CustomerContent {
  text: string
  /** Signed addresses of files. */
  files: string[]
}

/** An answer as Typebot's chat API takes it. */
export type TypebotMessage = string | { type: 'text'; text: string; attachedFileUrls: string[] }

/** The files that an input takes; null for one without files. */
export function readFileInput(input: unknown): FileInput | null {
  if (!isObject(input)) return null
  const options = isObject(input.options) ? input.options : {}
  if (input.type === 'file input') return { kind: 'file', isMultiple: options.isMultipleAllowed === true }
  const hasAttachments = isObject(options.attachments) && options.attachments.isEnabled === true
  return textOrEmpty(input.type) === 'text input' && hasAttachments ? { kind: 'attachments', isMultiple: true } : null
}

/**
 * The customer's answer to a question: files where it takes them, else their addresses as lines of the text. Returns null
 * for content that cannot answer it, such as a picture or a place in answer to a choice: an empty answer would lead the
 * bot on.
 */
export function answerTo(
  { files: input, choices }: { files: FileInput | null; choices: ChoiceInput | null },
  { text, files }: CustomerContent,
): TypebotMessage | null {
  if (choices) return text === '' ? null : matchChoice(choices, text)
  if (input?.kind === 'file' && files.length > 0) return input.isMultiple ? files.join(', ') : (files[0] as string)
  if (input?.kind === 'attachments' && files.length > 0) return { type: 'text', text, attachedFileUrls: files }
  return [text, ...files].filter(Boolean).join('\n') || null
}
