import { useId, useState } from 'react'
import type { FlowStarts } from '../../../../../src/features/automation/flows/starts/model'
import { limits } from '../../../../../src/shared/limits'
import { Button } from '../../../../components/button'
import { controlClass } from '../../../../components/field'
import { classes } from '../../../../lib/classes'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import type { Starts } from './use-starts'

/** Phrases of customers that start the flow, and a field that adds one. */
export function StartPhrases({ starts, rows }: { starts: Starts; rows: FlowStarts['phrases'] }) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isReady = text.trim().length >= limits.flowPhrase.min
  const add = async () => {
    if (!isReady || isBusy) return
    setBusy(true)
    try {
      await starts.addPhrase(text.trim())
      setText('')
    } catch (thrown) {
      toastError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="font-medium text-sm">{t('flowBuilder.startPhrases')}</h3>
      {rows.map(({ id, phrase, active }) => (
        <p key={id} className={classes('truncate text-sm', !active && 'text-faint')}>
          {t('flowBuilder.quoted', { phrase })}
          {!active && ` · ${t('flowBuilder.phraseOff')}`}
        </p>
      ))}
      <label htmlFor={id} className="text-muted text-sm">
        {t('flowBuilder.newPhrase')}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          value={text}
          maxLength={limits.phraseName.max}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void add()
          }}
          className={classes(controlClass, 'h-control min-w-0 flex-1 px-3')}
        />
        <Button busy={isBusy} disabled={!isReady} onClick={() => void add()}>
          {t('flowBuilder.addPhrase')}
        </Button>
      </div>
    </section>
  )
}
