import { Lock } from 'lucide-react'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import type { Mode } from '../store/composer'

/** Switches between a reply to the customer and a note to colleagues. */
export function ModeSwitch({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const { t } = useTranslation()
  const isNote = mode === 'note'
  const choice = (isChosen: boolean) =>
    classes(
      'flex h-6 items-center gap-1 rounded-sm px-2 font-medium text-sm transition-colors touch:h-control [&_svg]:size-3.5',
      !isChosen && (isNote ? 'text-note-ink' : 'text-muted hover:text-ink'),
    )
  return (
    <fieldset
      className={classes('mx-1.5 flex rounded-md border p-0.5', isNote ? 'border-note-line' : 'border-line bg-sunken')}
    >
      <legend className="sr-only">{t('composer.modes')}</legend>
      <button
        type="button"
        aria-pressed={!isNote}
        onClick={() => onMode('reply')}
        className={classes(choice(!isNote), !isNote && 'bg-surface text-ink')}
      >
        {t('composer.toCustomer')}
      </button>
      <button
        type="button"
        aria-pressed={isNote}
        aria-label={t('composer.note')}
        onClick={() => onMode('note')}
        className={classes(choice(isNote), isNote && 'bg-note-ink text-note')}
      >
        <Lock aria-hidden />
        {t('composer.noteShort')}
      </button>
    </fieldset>
  )
}
