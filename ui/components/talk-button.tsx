import { MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { openDirectChat } from '../lib/direct-chats'
import { toChats } from '../lib/paths'
import { useMe } from '../lib/session'
import { toastError } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { IconButton } from './icon-button'

/** Button beside a colleague's name that opens the chat of two; none for the user and without the plan's chat. */
export function TalkButton({ person }: { person: { id: number; name: string } }) {
  const { t } = useTranslation()
  const me = useMe()
  const [, navigate] = useLocation()
  const [isOpening, setOpening] = useState(false)
  if (person.id === me.id || !me.company.plan.useInternalChat) return null
  const open = async () => {
    setOpening(true)
    try {
      navigate(toChats((await openDirectChat(person.id)).uuid))
    } catch (failure) {
      setOpening(false)
      toastError(failure)
    }
  }
  return (
    <IconButton
      size="sm"
      label={t('chats.talkTo', { name: person.name })}
      disabled={isOpening}
      onClick={() => void open()}
    >
      <MessageSquare aria-hidden />
    </IconButton>
  )
}
