import type { Chat } from '../../../../src/features/inbox/chats/model'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { api, unwrapResponse } from '../../../lib/api'
import { upsertChat } from '../../../lib/chats'
import { colleagues } from '../../../lib/colleagues'
import { openDirectChat } from '../../../lib/direct-chats'
import { createForm, length, type Rule, useForm } from '../../../lib/form'
import { me } from '../../../lib/session'
import { toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { PeoplePicker } from './people-picker'
import { titleFromMembers } from './title-from-members'

interface ChatDialogProps {
  /** Null to create a chat. */
  chat: Chat | null
  onClose: () => void
  onSaved: (chat: Chat) => void
}

const makeForm = (chat: Chat | null) =>
  createForm(
    {
      title: chat?.title ?? '',
      users: chat?.users.map(({ userId }) => userId).filter((id) => id !== me.peek()?.id) ?? [],
    },
    { title: [optionalTitle], users: [(ids) => (ids.length > 0 ? null : { code: 'choose' })] },
  )

/** A title may be left out; the first names of the members then take its place. */
const optionalTitle: Rule<string> = (title) => (title.trim() === '' ? null : length(limits.chatTitle)(title))

/** Title and members of a chat; the author is always a member. One colleague and no title open the chat of both. */
export function ChatDialog({ chat, onClose, onSaved }: ChatDialogProps) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(chat))
  const send = async ({ title, users }: { title: string; users: number[] }) => {
    const input = {
      title: title.trim() || titleFromMembers(users, colleagues.rows.peek()),
      users: users.map((id) => ({ id })),
    }
    const [only, ...others] = users
    const isDirect = !chat && title.trim() === '' && only !== undefined && others.length === 0
    const saved = isDirect
      ? await openDirectChat(only)
      : await unwrapResponse(chat ? api.chats({ id: chat.id }).put(input) : api.chats.post(input))
    upsertChat(saved)
    toastSuccess(chat ? t('chats.saved') : t('chats.created'))
    onSaved(saved)
  }
  return (
    <FormDialog
      form={form}
      send={send}
      title={chat ? t('chats.editTitle') : t('chats.newTitle')}
      onClose={onClose}
      action={chat ? t('common.save') : t('chats.create')}
    >
      <TextField
        field={form.field('title')}
        label={t('chats.name')}
        optional
        placeholder={t('chats.namePlaceholder')}
        maxLength={limits.chatTitle.max}
        autoComplete="off"
        autoFocus
      />
      <PeoplePicker field={form.field('users')} />
    </FormDialog>
  )
}
