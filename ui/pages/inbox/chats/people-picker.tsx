import { useId, useState } from 'react'
import { limits } from '../../../../src/shared/limits'
import { foldText } from '../../../../src/shared/text'
import { Avatar } from '../../../components/avatar'
import { ErrorState } from '../../../components/error-state'
import { controlClass, useProblemText } from '../../../components/field'
import { SkeletonRows } from '../../../components/skeleton'
import { classes } from '../../../lib/classes'
import { colleagues, useColleagues } from '../../../lib/colleagues'
import type { Field } from '../../../lib/form'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

/** Checkboxes for colleagues, with a search field. */
export function PeoplePicker({ field }: { field: Field<number[]> }) {
  const { t } = useTranslation()
  const id = useId()
  const me = useMe()
  const { rows, state, failure } = useColleagues()
  const [text, setText] = useState('')
  const chosen = useValue(field.value)
  const problem = useProblemText(useValue(field.problem))
  const matches = rows.filter(({ id: one, name }) => one !== me.id && foldText(name).includes(foldText(text)))
  const toggle = (one: number) => {
    field.value.value = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]
  }
  return (
    <fieldset aria-describedby={problem ? `${id}-problem` : `${id}-hint`} className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 flex w-full justify-between gap-2 font-medium text-sm">
        {t('chats.people')}
        {chosen.length > 0 && (
          <span className="font-normal text-faint">{t('chats.chosen', { count: chosen.length })}</span>
        )}
      </legend>
      <input
        type="text"
        inputMode="search"
        autoComplete="off"
        aria-label={t('chats.findPeople')}
        placeholder={t('chats.findPeople')}
        maxLength={limits.search.max}
        value={text}
        aria-invalid={problem !== null || undefined}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault() // Enter would submit the form
        }}
        className={classes(controlClass, 'h-control px-3')}
      />
      <div className="mt-1 h-52 overflow-y-auto rounded-md border border-line">
        {rows.length === 0 && state === 'failed' && <ErrorState failure={failure} onRetry={colleagues.reload} />}
        {rows.length === 0 && state !== 'failed' && state !== 'ready' && <SkeletonRows rows={4} />}
        {state === 'ready' && matches.length === 0 && (
          <p className="p-4 text-center text-muted text-sm">{t('chats.noPeople')}</p>
        )}
        {matches.map(({ id: one, name }) => (
          <label
            key={one}
            className="flex min-h-control cursor-pointer items-center gap-3 px-3 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              onChange={() => toggle(one)}
              className="size-4 accent-accent outline-none"
            />
            <Avatar name={name} size="xs" />
            <span className="min-w-0 truncate">{name}</span>
          </label>
        ))}
      </div>
      {problem ? (
        <p id={`${id}-problem`} className="text-danger-ink text-sm">
          {problem}
        </p>
      ) : (
        <p id={`${id}-hint`} className="text-faint text-sm">
          {t('chats.peopleHint')}
        </p>
      )}
    </fieldset>
  )
}
