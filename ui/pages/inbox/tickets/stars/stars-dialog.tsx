import { signal } from '@preact/signals-react'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { StarredMessage } from '../../../../../src/features/inbox/stars/model'
import { BoxedList } from '../../../../components/boxed-list'
import { Dialog } from '../../../../components/dialog'
import { EmptyState } from '../../../../components/empty-state'
import { IconButton } from '../../../../components/icon-button'
import { api, unwrapResponse } from '../../../../lib/api'
import { createList } from '../../../../lib/list'
import { toFoundMessage } from '../../../../lib/paths'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { toggleStar } from '../actions/star'
import { isStarred } from '../store/stars'

const isOpen = signal(false)
export const openStars = () => {
  isOpen.value = true
}
const close = () => {
  isOpen.value = false
}

/** Mounts the list of the user's starred messages while it is open. */
export function StarsHost() {
  return useValue(isOpen) ? <StarsDialog /> : null
}

const createStars = () =>
  createList<StarredMessage>({
    load: async (cursor) => {
      const { messages, ...page } = await unwrapResponse(api.stars.get({ query: { cursor } }))
      return { rows: messages, ...page }
    },
  })

/** Starred messages, newest star first; each opens at its place in the conversation. */
function StarsDialog() {
  const { t } = useTranslation()
  const [list] = useState(createStars)
  return (
    <Dialog open size="md" title={t('conversation.stars')} onClose={close}>
      <BoxedList
        list={list}
        label={t('conversation.stars')}
        skeletonRows={5}
        empty={<EmptyState icon={<Star />} title={t('conversation.noStars')} text={t('conversation.noStarsHint')} />}
        render={(row) => <Row row={row} onRemove={() => list.drop(row.id)} />}
      />
    </Dialog>
  )
}

function Row({ row, onRemove }: { row: StarredMessage; onRemove: () => void }) {
  const { t } = useTranslation()
  const { id, uuid, contact, sender, fromMe, line, createdAt } = row
  const remove = async () => {
    await toggleStar(id)
    if (!isStarred(id)) onRemove()
  }
  return (
    <li className="flex items-start gap-1 py-2 pr-2 pl-4 text-sm">
      <Link
        href={toFoundMessage(uuid, id, { text: '', ranges: [] })}
        onClick={close}
        className="group flex min-w-0 flex-1 flex-col gap-0.5 rounded-sm"
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-medium group-hover:underline">{contact}</span>
          <time dateTime={createdAt} className="shrink-0 text-faint text-xs tabular-nums">
            {formatDateTime(createdAt)}
          </time>
        </span>
        <span className="line-clamp-2 break-words text-muted">{fromMe && sender ? `${sender}: ${line}` : line}</span>
      </Link>
      <IconButton label={t('conversation.unstar')} size="sm" onClick={remove}>
        <Star aria-hidden className="fill-current" />
      </IconButton>
    </li>
  )
}
