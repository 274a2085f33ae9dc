import { MessageCircle, StickyNote } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import type { Mode } from '../store/composer'

/** Switches between a reply to the customer and a note to colleagues. */
export function ModeSwitch({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const { t } = useTranslation()
  const choice = (value: Mode, label: string, icon: ReactNode, chosen: string) => (
    <button
      type="button"
      aria-pressed={mode === value}
      onClick={() => onMode(value)}
      className={classes(
        'flex h-control-sm items-center gap-1.5 rounded-md px-2.5 font-medium text-sm transition-colors [&_svg]:size-3.5',
        mode === value ? chosen : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      {icon}
      {label}
    </button>
  )
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{t('composer.modes')}</legend>
      {choice('reply', t('composer.toCustomer'), <MessageCircle aria-hidden />, 'bg-selected text-accent-ink')}
      {choice('note', t('composer.note'), <StickyNote aria-hidden />, 'bg-surface text-note-ink')}
    </fieldset>
  )
}
