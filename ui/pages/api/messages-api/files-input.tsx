import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { limits } from '../../../../src/shared/limits'
import { Button } from '../../../components/button'
import { useProblemText } from '../../../components/field'
import type { Field } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

/** File input for several files, up to the limit of one request. */
export function FilesInput({ field }: { field: Field<File[]> }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const files = useValue(field.value)
  const problem = useProblemText(useValue(field.problem))
  const pick = (picked: FileList | null) => {
    field.value.value = [...(picked ?? [])].slice(0, limits.apiFiles)
  }
  return (
    <div className="flex flex-col gap-1">
      <span className="font-medium text-sm">{t('messagesApi.medias')}</span>
      <input
        ref={input}
        type="file"
        multiple
        aria-label={t('messagesApi.medias')}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => pick(target.files)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={<Paperclip aria-hidden />} onClick={() => input.current?.click()}>
          {t('files.choose')}
        </Button>
        {files.length > 0 && <span className="text-muted">{t('messagesApi.chosen', { count: files.length })}</span>}
      </div>
      {problem && <p className="text-danger-ink text-sm">{problem}</p>}
    </div>
  )
}
