import type { Message } from '../../../../../src/features/inbox/messages/model'
import { Dialog } from '../../../../components/dialog'
import { EmojiPicker } from '../../../../emoji/emoji-picker'
import { useTranslation } from '../../../../lib/use-translation'
import { reactTo } from '../actions/message-actions'

/** Dialog that chooses any emoji as reaction. */
export function ReactionDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog open size="sm" title={t('emoji.reaction')} onClose={onClose}>
      <div className="flex justify-center">
        <EmojiPicker
          onPick={(emoji) => {
            onClose()
            void reactTo(message, emoji)
          }}
        />
      </div>
    </Dialog>
  )
}
