import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { limits } from '../../../../src/shared/limits'
import type { Macro } from '../../../../src/shared/macros'
import { Button } from '../../../components/button'
import { IconButton } from '../../../components/icon-button'
import { formatKeys } from '../../../lib/key-names'
import { readMacros } from '../../../lib/macros'
import { useTranslation } from '../../../lib/use-translation'
import { MacroDialog } from './macro-dialog'
import { changeSetting } from './store'

/** The company's macros, each with buttons to change and delete it. */
export function MacrosOption({ value }: { value: string }) {
  const { t } = useTranslation()
  const macros = readMacros(value)
  const [edited, setEdited] = useState<number | null>(null)
  const store = (next: Macro[]) => changeSetting('macros', next.length > 0 ? JSON.stringify(next) : '')
  const save = (macro: Macro) =>
    store(edited === macros.length ? [...macros, macro] : macros.map((each, at) => (at === edited ? macro : each)))
  return (
    <div className="flex flex-col gap-3">
      <p className="text-faint text-sm">{t('macros.hint')}</p>
      {macros.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {macros.map((macro, at) => (
            <li key={macro.name} className="flex items-center gap-2 py-1 pr-1 pl-3">
              <span className="min-w-0 flex-1">
                <span className="font-medium">{macro.name}</span>
                {macro.keys && <kbd className="ml-2 font-sans text-faint text-xs">{formatKeys(macro.keys)}</kbd>}
                <span className="block truncate text-muted text-sm">
                  {macro.actions.map(({ kind }) => t(`macros.action.${kind}`)).join(' · ')}
                </span>
              </span>
              <IconButton label={t('macros.editOf', { name: macro.name })} onClick={() => setEdited(at)}>
                <Pencil aria-hidden />
              </IconButton>
              <IconButton
                tone="danger"
                label={t('macros.deleteOf', { name: macro.name })}
                onClick={() => void store(macros.filter((_, other) => other !== at))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={macros.length >= limits.macros.max}
          onClick={() => setEdited(macros.length)}
        >
          {t('macros.add')}
        </Button>
      </div>
      {edited !== null && (
        <MacroDialog
          macro={macros[edited] ?? null}
          others={macros.filter((_, at) => at !== edited)}
          save={save}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}
