import { withoutEndSlashes } from '../../../../core/net/end-slashes'
import { AppError } from '../../../../shared/errors'

const openAiUrl = 'https://api.openai.com/v1'

/**
 * The base URL of an OpenAI-compatible service without the final slash; OpenAI's for an empty text.
 * @throws ERR_VALIDATION unless it is an http or https URL without user, query and fragment
 */
export function baseUrlOf(typed: string): string {
  const text = typed.trim()
  if (text === '') return openAiUrl
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text)
  if (!isPlain) throw new AppError('ERR_VALIDATION', { fields: ['baseUrl'] })
  return withoutEndSlashes(url.href)
}
