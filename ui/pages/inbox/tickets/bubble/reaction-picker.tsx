import { signal } from '@preact/signals-react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { expectTypingField } from '../../../../lib/held-words'
import { lazyPage } from '../../../../lib/lazy-page'
import { useValue } from '../../../../lib/use-value'

const ReactionDialog = lazyPage(() => import('./reaction-dialog').then((dialog) => dialog.ReactionDialog))

/** Message that gets a reaction, or null. */
const reactedMessage = signal<Message | null>(null)
/** Opens the dialog; letters typed until its code is loaded go into its search. */
export const openReactionPicker = (message: Message) => {
  expectTypingField()
  reactedMessage.value = message
}
const close = () => {
  reactedMessage.value = null
}

/** Place of the dialog that chooses any emoji as reaction. */
export function ReactionPickerHost() {
  const message = useValue(reactedMessage)
  return message && <ReactionDialog message={message} onClose={close} />
}
