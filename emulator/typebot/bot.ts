/** Blocks of a bot, in the order in which they run. */
export type Block =
  | { type: 'text'; richText: unknown[] }
  | { type: 'image' | 'audio' | 'video' | 'embed'; url: string }
  | { type: 'wait'; seconds: number }
  | { type: 'text input'; attachments?: boolean }
  | { type: 'email input' }
  | { type: 'file input'; isMultiple?: boolean }
  /** Leads a browser to an address. */
  | { type: 'redirect'; url: string }
  | { type: 'choice input'; items: string[]; isMultiple?: boolean; goTo?: Record<string, string> }
  | { type: 'label'; name: string }

/** Progress of one chat. */
export interface Session {
  id: string
  resultId: string
  /** Index of the input that waits for an answer; null before the start and after the end. */
  inputAt: number | null
  /** Answers by the index of their input. */
  answers: Record<number, string>
  variables: Record<string, unknown>
}

/** Body of an answer, without the fields of a start. */
interface ChatReply {
  messages: { id: string; type: string; content: unknown }[]
  input?: { id: string; type: string; items?: { id: string; content: string }[]; options?: object }
  clientSideActions?: object[]
}

/** Typebot's sentence for an answer that an input refuses (default of `retryMessageContent`). */
const retryMessage = 'Invalid message. Please, try again.'

/** Paragraph of plain text, with variables as `{{name}}`. */
export const paragraph = (text: string) => ({ type: 'p', children: [{ text }] })

/** Runs from a block to the next input or the end. */
export function runFrom(blocks: Block[], session: Session, from: number): ChatReply {
  const reply: ChatReply = { messages: [] }
  session.inputAt = null
  for (let at = from; at < blocks.length; at++) {
    const block = blocks[at] as Block
    const id = `block${at}`
    if (block.type === 'label') continue
    const action = actionOf(block)
    if (action) {
      const lastBubbleBlockId = reply.messages.at(-1)?.id
      reply.clientSideActions = [...(reply.clientSideActions ?? []), { ...action, lastBubbleBlockId }]
    } else if (block.type === 'text') {
      const richText = fill(block.richText, session.variables)
      reply.messages.push({ id, type: 'text', content: { type: 'richText', richText } })
    } else if ('url' in block) {
      reply.messages.push({
        id,
        type: block.type,
        content: { url: block.url, ...(block.type === 'video' && { type: 'url' }) },
      })
    } else {
      session.inputAt = at
      return { ...reply, input: inputOf(block, id) }
    }
  }
  return reply
}

/** Action that the client carries out; null for another block. */
function actionOf(block: Block): object | null {
  if (block.type === 'wait') return { type: 'wait', wait: { secondsToWaitFor: block.seconds } }
  return block.type === 'redirect' ? { type: 'redirect', redirect: { url: block.url, isNewTab: false } } : null
}

function inputOf(block: Block, id: string): ChatReply['input'] {
  if (block.type === 'file input')
    return { id, type: block.type, options: { isMultipleAllowed: block.isMultiple === true } }
  if (block.type === 'text input')
    return { id, type: block.type, options: block.attachments ? { attachments: { isEnabled: true } } : {} }
  if (block.type !== 'choice input') return { id, type: block.type, options: {} }
  const items = block.items.map((content, at) => ({ id: `${id}item${at}`, content }))
  return { id, type: block.type, items, options: { isMultipleChoice: block.isMultiple === true } }
}

/** Answers the input that waits; without one, the bot starts again, as Typebot does after its end. */
export function answerInput(blocks: Block[], session: Session, message: string): ChatReply {
  const at = session.inputAt
  if (at === null) return runFrom(blocks, session, 0)
  const block = blocks[at] as Block
  const accepted = acceptedAnswer(block, message)
  if (accepted === null) {
    const content = { type: 'richText', richText: [paragraph(retryMessage)] }
    return { messages: [{ id: `retry${at}`, type: 'text', content }], input: inputOf(block, `block${at}`) }
  }
  session.answers[at] = accepted
  const label = block.type === 'choice input' ? block.goTo?.[accepted] : undefined
  const target = blocks.findIndex((each) => each.type === 'label' && each.name === label)
  return runFrom(blocks, session, target === -1 ? at + 1 : target)
}

/** The answer as the input stores it; null when it refuses it. Choices match whole titles, several joined by commas. */
function acceptedAnswer(block: Block, message: string): string | null {
  const text = message.trim()
  if (block.type === 'file input') return text.split(', ').every((url) => URL.canParse(url)) ? text : null
  if (block.type === 'email input') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : null
  if (block.type !== 'choice input') return text === '' ? null : text
  const titleOf = (part: string) => block.items.find((item) => item.toLowerCase() === part.trim().toLowerCase())
  if (!block.isMultiple) return titleOf(text) ?? null
  const titles = text.split(',').map(titleOf)
  return titles.every((title) => title !== undefined) ? titles.join(', ') : null
}

const fill = (richText: unknown[], variables: Record<string, unknown>): unknown[] =>
  JSON.parse(
    JSON.stringify(richText).replace(/\{\{(\w+)\}\}/g, (_, name) =>
      JSON.stringify(String(variables[name] ?? '')).slice(1, -1),
    ),
  )
