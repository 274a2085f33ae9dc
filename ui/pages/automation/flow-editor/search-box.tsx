import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { controlClass } from '../../../components/field'
import { IconButton } from '../../../components/icon-button'
import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { useEditor } from './editor/editor'
import { readCard } from './editor/read-card'
import { searchFlow } from './editor/search'
import { useSummary } from './editor/use-summary'

/**
 * Search in the texts of all nodes, in their kinds, and in the names of their queues and tags: Enter goes to the next
 * node found, Shift and Enter to the one before.
 */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const editor = useEditor()
  const flow = useValue(editor.flow)
  const [text, setText] = useState('')
  const [at, setAt] = useState(-1)
  const summaryOf = useSummary()
  const matches = searchFlow(flow, text, (stored) => {
    const node = readCard(stored)
    return `${t(`flowBuilder.kinds.${node.kind}`)} ${summaryOf(node, stored.type)}`
  })
  useReturnedFocus(matches[at])
  const go = (by: number) => {
    if (matches.length === 0) return
    const next = (at + by + matches.length) % matches.length
    setAt(next)
    editor.select([matches[next] as string])
    editor.revealed.value = { id: matches[next] as string }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search className="flex items-center gap-1 border-line border-b bg-surface px-3 py-1.5">
      <input
        // biome-ignore lint/a11y/noAutofocus: the box opens for typing.
        autoFocus
        aria-label={t('flowBuilder.search')}
        placeholder={t('flowBuilder.search')}
        maxLength={100}
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setText(target.value)
          setAt(-1)
        }}
        className={classes(controlClass, 'h-control max-w-80 px-3')}
      />
      <p role="status" className="shrink-0 px-2 text-muted text-sm tabular-nums sm:flex-1">
        {text.trim() && (
          <>
            <span className="max-sm:sr-only">{t('flowBuilder.found', { count: matches.length })}</span>
            <span aria-hidden className="sm:hidden">
              {`${at + 1}/${matches.length}`}
            </span>
          </>
        )}
      </p>
      <IconButton label={t('flowBuilder.previousFound')} disabled={matches.length === 0} onClick={() => go(-1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton label={t('flowBuilder.nextFound')} disabled={matches.length === 0} onClick={() => go(1)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <IconButton label={t('common.close')} onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </search>
  )
}

/** Gives the focus to the row of the node found when the box closes, else to the element that had it before. */
function useReturnedFocus(nodeId: string | undefined) {
  const [before] = useState(() => document.activeElement)
  const last = useRef(nodeId)
  last.current = nodeId
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      const row = last.current && document.querySelector<HTMLElement>(`[data-row="${CSS.escape(last.current)}"]`)
      ;(row || (before as HTMLElement | null))?.focus()
    },
    [before],
  )
}
