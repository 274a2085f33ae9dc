import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { newId } from '../../../../lib/id'
import { toastSuccess } from '../../../../lib/toast'
import { deselectMessage, endSelection } from '../store/message-selection'
import { forwardMessage } from '../store/requests'
import { applyMessage } from '../store/threads'

/** The open forward dialog. */
interface Forwarding {
  id: string
  /** Messages of one ticket that are not forwarded yet, oldest first. */
  messages: readonly Message[]
  /** Start of the idempotency keys, by the targets. */
  attempts: Map<string, string>
}
/** Null while the dialog is closed. */
export const forwarding = signal<Forwarding | null>(null)
export const openForward = (messages: readonly Message[]) => {
  forwarding.value = { id: newId(), messages, attempts: new Map() }
}
export const closeForward = () => {
  forwarding.value = null
}

/** Key of a target: an open ticket or a contact. */
export type Target = `ticket:${number}` | `contact:${number}`

/**
 * Forwards the messages of the dialog in their order, each to all targets or, on error, to none, until the dialog is
 * closed. A forwarded one leaves the dialog and the selection, so that only the others are tried again after an error;
 * the same targets have the same keys, so that one whose response was lost is not sent twice. @throws AppError
 */
export async function forwardToTargets(chosen: readonly Target[]) {
  const opened = forwarding.peek()
  if (!opened) return
  const targets = chosen.toSorted()
  const attempt = attemptOf(opened, targets)
  const isOpen = () => forwarding.peek()?.id === opened.id
  let count = 0
  for (const { id } of opened.messages) {
    if (!isOpen()) break
    const { messages } = await forwardMessage(id, addressesOf(targets), `${attempt}:${id}`)
    for (const one of messages) applyMessage(one)
    if (isOpen()) removeFromDialog(id)
    deselectMessage(id)
    count++
  }
  toastSuccess(forwardedText(count, targets.length))
  if (!isOpen()) return
  endSelection()
  closeForward()
}

/** Random start of the keys for these targets, which a key of 255 characters cannot name. */
function attemptOf({ attempts }: Forwarding, targets: readonly Target[]): string {
  const key = targets.join()
  const attempt = attempts.get(key) ?? newId()
  attempts.set(key, attempt)
  return attempt
}

function addressesOf(targets: readonly Target[]) {
  const idsOf = (kind: string) => targets.filter((key) => key.startsWith(kind)).map((key) => Number(key.split(':')[1]))
  return { ticketIds: idsOf('ticket:'), contactIds: idsOf('contact:') }
}

function removeFromDialog(id: number) {
  const open = forwarding.peek()
  if (open) forwarding.value = { ...open, messages: open.messages.filter((message) => message.id !== id) }
}

const forwardedText = (messages: number, count: number) =>
  messages === 1
    ? i18n.t('conversation.forwarded', { count })
    : i18n.t('conversation.forwardedMany', { count, messages })

const forwardable = ['chat', 'image', 'video', 'audio', 'application']
/** True if a message can be forwarded; same rule as on the server. */
export const mayForward = ({ id, isDeleted, mediaType, mediaUrl, detail }: Message) =>
  id > 0 &&
  !isDeleted &&
  forwardable.includes(mediaType) &&
  (mediaType === 'chat' || mediaUrl !== null) &&
  !detail?.viewOnce
