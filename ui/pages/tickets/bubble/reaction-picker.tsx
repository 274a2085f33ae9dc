import { signal } from '@preact/signals-react'
import type { Message } from '../../../../src/features/messages/model'
import { Dialog } from '../../../components/dialog'
import { lazyPage } from '../../../lib/lazy-page'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { reactTo } from '../actions/message-actions'

const EmojiPicker = lazyPage(() => import('../../../emoji/emoji-picker').then((picker) => picker.EmojiPicker))

/** Message that gets a reaction, or null. */
const reactedMessage = signal<Message | null>(null)
export const openReactionPicker = (message: Message) => {
  reactedMessage.value = message
}

/** Dialog that chooses any emoji as reaction. */
export function ReactionPickerHost() {
  const { t } = useTranslation()
  const message = useValue(reactedMessage)
  const close = () => {
    reactedMessage.value = null
  }
  if (!message) return null
  return (
    <Dialog open size="sm" title={t('emoji.reaction')} onClose={close}>
      <div className="flex justify-center">
        <EmojiPicker
          onPick={(emoji) => {
            close()
            void reactTo(message, emoji)
          }}
        />
      </div>
    </Dialog>
  )
}
