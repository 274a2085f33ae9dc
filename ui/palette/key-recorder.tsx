import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../components/button'
import { type ActionId, changeKey, keyTable, problemOf } from '../lib/key-map'
import { nameOf } from '../lib/key-names'
import { useTranslation } from '../lib/use-translation'

/** Waits for the new key of an action; Escape and losing the focus keep the old one. */
export function KeyRecorder({ id, onDone }: { id: ActionId; onDone: () => void }) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => void button.current?.focus(), [])
  const record = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return onDone()
    const keys = nameOf(event.nativeEvent)
    if (!keys) return
    const found = problemOf(id, keys)
    setProblem(found)
    if (found) return
    changeKey(id, keys)
    onDone()
  }
  return (
    <li className="flex flex-col gap-1 rounded-md bg-hover p-2">
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1">{t(keyTable[id].text)}</span>
        <Button size="sm" ref={button} onKeyDown={record} onBlur={onDone}>
          {t('keys.pressNew')}
        </Button>
      </span>
      <span role="status" className={problem ? 'text-danger-ink text-sm' : 'text-faint text-sm'}>
        {problem === null
          ? t('keys.pressHint')
          : problem === 'kept'
            ? t('keys.kept')
            : t('keys.taken', { action: t(keyTable[problem.takenBy].text) })}
      </span>
    </li>
  )
}
