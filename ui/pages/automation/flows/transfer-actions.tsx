import { LayoutTemplate, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button'
import { useTranslation } from '../../../lib/use-translation'
import { GalleryDialog } from './gallery-dialog'
import { ImportDialog } from './import-dialog'

/** Page actions beside "add": begin with a ready-made flow, or with a file. */
export function TransferActions() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'gallery' | 'import' | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <Button icon={<LayoutTemplate aria-hidden />} onClick={() => setOpened('gallery')}>
        {t('flowTransfer.gallery')}
      </Button>
      <Button icon={<Upload aria-hidden />} onClick={() => setOpened('import')}>
        {t('flowTransfer.import')}
      </Button>
      {opened === 'gallery' && <GalleryDialog onClose={close} />}
      {opened === 'import' && <ImportDialog onClose={close} />}
    </>
  )
}
