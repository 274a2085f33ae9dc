import { MoreVertical, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Chat } from '../../../../src/features/inbox/chats/model'
import { Avatar } from '../../../components/avatar'
import { confirm } from '../../../components/confirm'
import { IconButton } from '../../../components/icon-button'
import { Menu } from '../../../components/menu'
import { api, unwrapResponse } from '../../../lib/api'
import { markChatRead, removeChat } from '../../../lib/chats'
import { chatTitle } from '../../../lib/direct-chats'
import { toChats } from '../../../lib/paths'
import { useMe } from '../../../lib/session'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useOpenConversation } from '../../../lib/type-to-focus'
import { useTranslation } from '../../../lib/use-translation'
import { ChatDialog } from './chat-dialog'
import { Composer } from './composer'
import { Messages } from './messages'
import { chatThread, removeThread } from './store'

/** Open chat: head, messages and composer. */
export function Conversation({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const title = chatTitle(chat)
  useMarkReadOnFocus(chat)
  useOpenConversation()
  return (
    <section data-typing-place aria-label={title} className="flex min-h-0 flex-1 flex-col bg-ground">
      <header className="flex min-h-13 shrink-0 items-center gap-3 border-line border-b bg-surface px-4 py-1">
        <Avatar name={title} group={chat.users.length > 2} size="sm" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold">{title}</h2>
          {chat.direct ? (
            <p className="truncate text-faint text-sm">{t('chats.direct')}</p>
          ) : (
            <p className="truncate text-faint text-sm" title={chat.users.map(({ user }) => user.name).join(', ')}>
              <span className="sr-only">{t('chats.members', { count: chat.users.length })}: </span>
              {chat.users.map(({ user }) => user.name).join(', ')}
            </p>
          )}
        </div>
        <OwnerMenu chat={chat} />
      </header>
      <Messages chat={chat} thread={chatThread(chat.id)} />
      <Composer chat={chat} />
    </section>
  )
}

/** Marks the chat as read while the window has the focus. */
function useMarkReadOnFocus(chat: Chat) {
  useEffect(() => {
    const look = () => {
      if (document.hasFocus()) markChatRead(chat)
    }
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [chat])
}

/** Menu to edit or delete the chat, for its owner only. */
function OwnerMenu({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [editing, setEditing] = useState(false)
  if (chat.ownerId !== useMe().id || chat.direct) return null
  const remove = async () => {
    const yes = await confirm({
      title: t('chats.deleteTitle', { title: chat.title }),
      text: t('chats.deleteText'),
      action: t('common.delete'),
      danger: true,
    })
    if (!yes) return
    try {
      await unwrapResponse(api.chats({ id: chat.id }).delete())
      removeThread(chat.id)
      removeChat(chat.id)
      navigate(toChats())
      toastSuccess(t('chats.deleted'))
    } catch (failure) {
      toastError(failure)
    }
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('chats.actions')}>
            <MoreVertical aria-hidden />
          </IconButton>
        }
        entries={[
          { label: t('chats.edit'), icon: <Pencil aria-hidden />, onSelect: () => setEditing(true) },
          { label: t('common.delete'), icon: <Trash2 aria-hidden />, danger: true, onSelect: () => void remove() },
        ]}
      />
      {editing && <ChatDialog chat={chat} onClose={() => setEditing(false)} onSaved={() => setEditing(false)} />}
    </>
  )
}
