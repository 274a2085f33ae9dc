import type { MouseEvent } from 'react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { mayQuote, quoteMessage } from '../actions/message-actions'
import { openMessageMenu } from './message-menu'

/** Elements on which agents need the browser's menu, to copy a link or to save a file. */
const withOwnMenu = 'a, img, video, audio, input'

/** True if text was marked before the last press; a Mac marks a word by the right click itself. */
let wasTextMarked = false
const isTextMarked = () => getSelection()?.isCollapsed === false

/**
 * Handlers of the mouse on a message's row. A right click opens the message's menu, except on a link, a file or marked
 * text. A double click beside the bubble quotes; one on its text marks a word.
 */
export const mouseActions = (message: Message, writable: boolean) => ({
  onMouseDown() {
    wasTextMarked = isTextMarked()
  },
  onContextMenu(event: MouseEvent<HTMLElement>) {
    const { target, currentTarget, clientX: x, clientY: y } = event
    const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch'
    const needsBrowser = (target as Element).closest(withOwnMenu) !== null || (wasTextMarked && isTextMarked())
    if (message.id <= 0 || isTouch || needsBrowser) return // a message that is not sent yet may have no action
    event.preventDefault()
    openMessageMenu(message, currentTarget, { x, y })
  },
  onDoubleClick({ target, currentTarget }: MouseEvent<HTMLElement>) {
    if (target === currentTarget && writable && mayQuote(message)) quoteMessage(message)
  },
})
