import { useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { PicturePicker } from '#site-pictures/admin/picture-picker.tsx';
import type { ShownPicture } from '#site-pictures/contract.ts';
import { SitePicture } from '#site-pictures/site-picture.tsx';
import styles from './pictures.module.css';
import { Specimen } from './specimen.tsx';

export function PictureSpecimen() {
  const [isOpen, setOpen] = useState(false);
  const [picture, setPicture] = useState<ShownPicture>();
  return (
    <Specimen name="PicturePicker, SitePicture" file="site-pictures" isColumn>
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        Choose a picture
      </Button>
      {picture && (
        <div className={styles.frames}>
          <SitePicture picture={picture} sizes="24rem" className={styles.wide} />
          <SitePicture picture={picture} sizes="10rem" className={styles.tall} />
        </div>
      )}
      <PicturePicker
        isOpen={isOpen}
        onPick={({ shown }) => {
          setPicture(shown);
          setOpen(false);
        }}
        close={() => setOpen(false)}
      />
    </Specimen>
  );
}
