import type { Help, HelpInput } from '../../../../../src/features/provider/help/model'
import { limits } from '../../../../../src/shared/limits'
import { videoCode } from '../../../../../src/shared/video'
import { TextField } from '../../../../components/field'
import { FormDialog } from '../../../../components/form-dialog'
import { createForm, length, type Rule, required, useForm } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { saveHelp } from '../../../provider/help/store'

const isVideo: Rule<string> = (value) => (value === '' || videoCode(value) ? null : { code: 'refused' })

const makeForm = (help: Help | null) =>
  createForm(
    { title: help?.title ?? '', video: help?.video ?? '', description: help?.description ?? '' },
    {
      title: [required, length(limits.helpTitle)],
      video: [required, isVideo],
      description: [length(limits.helpDescription)],
    },
  )

export function HelpDialog({ help, onClose }: { help: Help | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(help))
  const typed = useValue(form.field('video').value)
  const send = async (input: HelpInput) => {
    await saveHelp(help, input)
    onClose()
  }
  return (
    <FormDialog form={form} send={send} title={help ? t('helps.edit') : t('helps.add')} onClose={onClose}>
      <TextField
        field={form.field('title')}
        label={t('helps.name')}
        maxLength={limits.helpTitle.max}
        autoComplete="off"
        autoFocus
      />
      <TextField
        field={form.field('video')}
        label={t('helps.video')}
        hint={typed && !videoCode(typed) ? t('helps.videoWrong') : t('helps.videoHint')}
        maxLength={limits.helpVideo.max}
        autoComplete="off"
      />
      <TextField
        field={form.field('description')}
        label={t('helps.description')}
        rows={4}
        maxLength={limits.helpDescription.max}
        optional
      />
    </FormDialog>
  )
}
