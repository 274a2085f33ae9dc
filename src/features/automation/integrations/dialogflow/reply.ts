import { isObject, listOrEmpty, textOrEmpty } from '../failure'

/** An agent's answer. */
export interface DialogflowReply {
  texts: string[]
  /** Addresses of pictures, sent after the texts. */
  images: string[]
  /** Emoji for the customer's message; empty for none. */
  react: string
  /** True when the intent ends the conversation. */
  isEnd: boolean
}

/** Reads `queryResult`. Messages for other platforms are left out. */
export function readReply(result: Record<string, unknown>): DialogflowReply {
  const messages = listOrEmpty(result.fulfillmentMessages).filter(isObject).filter(isForAll)
  const texts = messages.flatMap(textsOf).filter((text) => text.trim() !== '')
  const fallback = textOrEmpty(result.fulfillmentText)
  const parameters = isObject(result.parameters) ? result.parameters : {}
  const images = [...messages.map(imageOf), textOrEmpty(parameters.image)].filter((url) => /^https?:/.test(url))
  return {
    texts: texts.length > 0 || fallback.trim() === '' ? texts : [fallback],
    images,
    react: textOrEmpty(parameters.react),
    isEnd: isMarked(result.diagnosticInfo, 'end_conversation') || isMarked(result.intent, 'endInteraction'),
  }
}

const isForAll = ({ platform }: Record<string, unknown>) =>
  platform === undefined || platform === 'PLATFORM_UNSPECIFIED'

function textsOf({ text, quickReplies }: Record<string, unknown>): string[] {
  if (isObject(text)) return listOrEmpty(text.text).map(textOrEmpty)
  if (!isObject(quickReplies)) return []
  const lines = listOrEmpty(quickReplies.quickReplies).map((line) => `- ${textOrEmpty(line)}`)
  return [[textOrEmpty(quickReplies.title), ...lines].filter(Boolean).join('\n')]
}

const imageOf = ({ image }: Record<string, unknown>) => (isObject(image) ? textOrEmpty(image.imageUri) : '')

const isMarked = (value: unknown, name: string) => isObject(value) && value[name] === true
