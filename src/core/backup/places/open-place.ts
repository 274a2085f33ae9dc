import { BucketPlace } from './bucket'
import { FolderPlace } from './folder'
import type { BackupPlace, BackupTarget } from './place'

/** Storage of scheduled backups that a configuration names. */
export const openPlace = (target: BackupTarget): BackupPlace =>
  's3' in target ? new BucketPlace(target.s3) : new FolderPlace(target.directory)

/** Name of the place for people, without its keys. */
export const nameOfPlace = (target: BackupTarget): string =>
  's3' in target ? `s3://${target.s3.bucket}/${target.s3.prefix}` : target.directory
