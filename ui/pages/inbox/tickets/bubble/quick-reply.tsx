import { signal } from '@preact/signals-react'
import { useValue } from '../../../../lib/use-value'
import { QuickMessageDialog } from '../../quick-messages/quick-message-dialog'

/** Text that becomes a quick message, or null. */
const savedText = signal<string | null>(null)
export const openQuickReply = (text: string) => {
  savedText.value = text
}

/** Dialog that saves a text as a quick message. */
export function QuickReplyHost() {
  const text = useValue(savedText)
  const close = () => {
    savedText.value = null
  }
  return text !== null && <QuickMessageDialog quickMessage={null} text={text} onClose={close} />
}
