import { useEffect, useRef, useState } from 'react'
import type { Chat } from '../../../../src/features/inbox/chats/model'
import { chats } from '../../../lib/chats'
import { asFailure } from '../../../lib/failure'
import { useList } from '../../../lib/list'
import { loadChat } from './store'

interface OpenedChat {
  chat: Chat | null
  /** True if the chat was deleted or the user is not a member. */
  failure: boolean
}

/** Chat at an address: from the list, else loaded separately. */
export function useChat(uuid: string | undefined): OpenedChat {
  const { rows, state } = useList(chats)
  const [fetched, setFetched] = useState<{ uuid: string; chat: Chat | null } | null>(null)
  /** Chat on screen: it stays while the list is loaded again without it, and so does the focus of its field. */
  const shown = useRef<Chat | null>(null)
  const listed = uuid === undefined ? undefined : rows.find((chat) => chat.uuid === uuid)
  const isMissing = uuid !== undefined && !listed && (state === 'ready' || state === 'failed')
  useEffect(() => {
    if (!isMissing || uuid === undefined) return
    let isLeft = false
    loadChat(uuid).then(
      (chat) => isLeft || setFetched({ uuid, chat }),
      (thrown) => {
        const isKept = asFailure(thrown).code === 'ERR_UNREACHABLE' && shown.current?.uuid === uuid
        if (!isLeft && !isKept) setFetched({ uuid, chat: null })
      },
    )
    return () => {
      isLeft = true
    }
  }, [isMissing, uuid])
  const current = fetched?.uuid === uuid ? fetched : null
  const isGone = isMissing && current?.chat === null
  const chat = listed ?? current?.chat ?? (shown.current?.uuid === uuid ? shown.current : null)
  shown.current = isGone ? null : chat
  return { chat: shown.current, failure: isGone }
}
