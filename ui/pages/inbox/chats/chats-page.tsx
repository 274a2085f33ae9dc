import { MessagesSquare, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Chat } from '../../../../src/features/inbox/chats/model'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { Tabs, tabPanelProps } from '../../../components/tabs'
import { unreadChats } from '../../../lib/chats'
import { classes } from '../../../lib/classes'
import { chatTitle } from '../../../lib/direct-chats'
import { toChats } from '../../../lib/paths'
import { useMe } from '../../../lib/session'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { ChatDialog } from './chat-dialog'
import { ChatList } from './chat-list'
import { Conversation } from './conversation'
import { useChat } from './use-chat'

type Pane = 'chats' | 'messages'

/** Internal chat page: list and chat side by side, or as two tabs on narrow screens. */
export function ChatsPage({ uuid }: { uuid?: string }) {
  return useMe().company.plan.useInternalChat ? <Chats uuid={uuid} /> : <NoChats />
}

function NoChats() {
  const { t } = useTranslation()
  useTitle(t('chats.title'))
  return <EmptyState isPage icon={<MessagesSquare />} title={t('chats.noPlan')} text={t('chats.noPlanText')} />
}

function Chats({ uuid }: { uuid?: string }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [pane, setPane] = useState<Pane>(uuid ? 'messages' : 'chats')
  const [creating, setCreating] = useState(false)
  const { chat, failure } = useChat(uuid)
  useTitle(chat ? chatTitle(chat) : t('chats.title'))
  useEffect(() => setPane(uuid ? 'messages' : 'chats'), [uuid])
  const hidden = (mine: Pane) => (pane === mine ? 'flex' : 'hidden @3xl/chats:flex')
  return (
    <div className="@container/chats flex h-full min-h-0 flex-col">
      <h1 className="sr-only">{t('chats.title')}</h1>
      <div className="shrink-0 bg-surface @3xl/chats:hidden">
        <Tabs
          id="chats"
          label={t('chats.title')}
          value={pane}
          onChange={setPane}
          tabs={[
            { value: 'chats', label: t('chats.list'), count: useValue(unreadChats) },
            { value: 'messages', label: t('chats.messages') },
          ]}
        />
      </div>
      <div {...tabPanelProps('chats', pane)} className="flex min-h-0 flex-1">
        <section
          aria-label={t('chats.list')}
          className={classes(
            'min-h-0 w-full shrink-0 flex-col bg-surface @3xl/chats:w-80 @3xl/chats:border-line @3xl/chats:border-r',
            hidden('chats'),
          )}
        >
          <div className="flex shrink-0 items-center justify-between gap-2 border-line border-b p-2 pl-4">
            <p className="truncate font-semibold">{t('chats.title')}</p>
            <Button size="sm" variant="primary" icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
              {t('chats.new')}
            </Button>
          </div>
          <ChatList selected={uuid} onCreate={() => setCreating(true)} onOpen={() => setPane('messages')} />
        </section>
        <div className={classes('min-h-0 min-w-0 flex-1 flex-col', hidden('messages'))}>
          {chat ? (
            <Conversation key={chat.id} chat={chat} />
          ) : (
            <NoChatSelected isGone={failure} loading={uuid !== undefined} />
          )}
        </div>
      </div>
      {creating && (
        <ChatDialog
          chat={null}
          onClose={() => setCreating(false)}
          onSaved={(made: Chat) => {
            setCreating(false)
            navigate(toChats(made.uuid))
          }}
        />
      )}
    </div>
  )
}

function NoChatSelected({ isGone, loading }: { isGone: boolean; loading: boolean }) {
  const { t } = useTranslation()
  if (loading && !isGone) return <div className="flex-1 bg-ground" aria-busy />
  return (
    <div className="flex flex-1 items-center justify-center bg-ground">
      <EmptyState
        icon={<MessagesSquare />}
        title={isGone ? t('chats.gone') : t('chats.chooseTitle')}
        text={isGone ? undefined : t('chats.chooseText')}
      />
    </div>
  )
}
