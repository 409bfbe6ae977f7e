import { goodsReminder } from '@agres/legal/reminder.fr';
import { BUTTON } from '@agres/ui/button';
import { useState } from 'react';

import { OrderReminder } from '../features/checkout/order-reminder.tsx';
import type { ShownCard } from '../lib/shown.ts';
import { Alert } from '../ui/alert.tsx';
import { ArticleHtml } from '../ui/article-html.tsx';
import { BlockingOverlay } from '../ui/blocking-overlay.tsx';
import { CodeAlert } from '../ui/code-alert.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { DataError } from '../ui/data-error.tsx';
import { ErrorPage } from '../ui/error-page.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { TextField, type FieldState } from '../ui/field.tsx';
import { FlashMessage } from '../ui/flash-message.tsx';
import { ItemCard } from '../ui/item-card.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { LoadingIndicator } from '../ui/loading-indicator.tsx';
import { Logo } from '../ui/logo.tsx';
import { Modal } from '../ui/modal.tsx';
import { NumberedSteps } from '../ui/numbered-steps.tsx';
import { PendingPage, PendingShop } from '../ui/pending-page.tsx';
import { DEFAULT_ITEM_PICTURE, Picture } from '../ui/picture.tsx';
import { SiteFooter } from '../ui/site-footer.tsx';
import { SiteHeader } from '../ui/site-header.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { AverageStars, Stars } from '../ui/stars.tsx';
import { StockNote } from '../ui/stock-note.tsx';
import { StoreBadges } from '../ui/store-badges.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { TextAreaField } from '../ui/text-area-field.tsx';
import { Sheet, Specimen } from './sheet.tsx';

const FIELD_STATES = ['unknown', 'valid', 'invalid'] as const satisfies readonly FieldState[];

/** The components of ui/, each in its states. */
export function ComponentSheet() {
  return (
    <>
      <Buttons />
      <Fields />
      <Messages />
      <Items />
      <Overlays />
      <Frame />
    </>
  );
}

function Buttons() {
  return (
    <Sheet title="Buttons and links">
      {Object.entries(BUTTON).map(([name, look]) => (
        <Specimen key={name} name={name}>
          <div
            className={`flex flex-wrap gap-4 rounded-card p-5 ${name === 'onDark' ? 'bg-secondary' : ''}`}
          >
            <button type="button" className={look}>
              Acheter cet article
            </button>
            <button type="button" className={look} disabled>
              Acheter cet article
            </button>
            <a href="#content" className={look}>
              Aller à la boutique
            </a>
          </div>
        </Specimen>
      ))}
      <Specimen name="SubmitButton: ready, disabled, under way">
        <SubmitButton isPending={false}>Envoyer</SubmitButton>
        <SubmitButton isPending={false} disabled>
          Envoyer
        </SubmitButton>
        <SubmitButton isPending>Envoyer</SubmitButton>
      </Specimen>
      <Specimen name="CopyButton">
        <CopyButton text="NEXLMB57" className={BUTTON.secondary}>
          Copier le code
        </CopyButton>
      </Specimen>
      <Specimen name="Logo, LanguageSwitch, SkipLink (press Tab)">
        <Logo />
        <LanguageSwitch />
        <SkipLink />
      </Specimen>
      <Specimen name="Stars of a review, and of all reviews together">
        <Stars rating={4} />
        <AverageStars rating={{ average: 4.5, count: 12, isDemonstration: false }} />
      </Specimen>
    </Sheet>
  );
}

function Fields() {
  return (
    <Sheet title="Fields">
      {FIELD_STATES.map((state) => (
        <Specimen key={state} name={state}>
          <TextField
            label="Adresse e-mail"
            state={state}
            defaultValue={state === 'unknown' ? '' : 'jeanne@agres.test'}
            hint="Celle de votre compte."
            error={state === 'invalid' && 'Veuillez saisir une adresse e-mail valide.'}
            className="w-80"
          />
          <div className="w-80">
            <TextAreaField
              label="Message"
              state={state}
              rows={3}
              hint="10 à 1000 caractères"
              error={state === 'invalid' && 'Le message compte 10 à 1000 caractères.'}
            />
          </div>
        </Specimen>
      ))}
    </Sheet>
  );
}

function Messages() {
  return (
    <Sheet title="Messages and waiting">
      <Specimen name="Alert, CodeAlert, FlashMessage, DataError">
        <Alert kind="error">Veuillez remplir tous les champs obligatoires.</Alert>
        <Alert kind="warning">Le prix a changé entre-temps.</Alert>
        <CodeAlert kind="success" code="message_sent" />
        <FlashMessage code="purchase_validated" />
        <DataError />
      </Specimen>
      <Specimen name="LoadingIndicator, PendingPage, PendingShop">
        <LoadingIndicator />
        <PendingPage />
        <PendingShop />
      </Specimen>
      <Specimen name="OrderReminder">
        <OrderReminder lines={goodsReminder()} />
      </Specimen>
      <Specimen name="StockNote: 3, 1, 0, and 4, which says nothing">
        {[3, 1, 0, 4].map((remainingStock) => (
          <StockNote key={remainingStock} remainingStock={remainingStock} />
        ))}
      </Specimen>
    </Sheet>
  );
}

const ITEM: ShownCard = {
  id: 1,
  title: 'Parallettes en hêtre',
  price: 65,
  pictureUrl: '/pictures/items/parallettes-1.webp',
  options: null,
  remainingStock: 9,
  rating: { average: 4.6, count: 12, isDemonstration: true },
};

function Items() {
  return (
    <Sheet title="Items, pictures and texts">
      <Specimen name="ItemCard: in stock, last units, sold out, without picture">
        <div className="grid w-full gap-6 sm:grid-cols-2 lg:grid-cols-4">
          <ItemCard item={ITEM} heading="h3" sizes="20rem" showsOptions />
          <ItemCard item={{ ...ITEM, remainingStock: 2 }} heading="h3" sizes="20rem" />
          <ItemCard item={{ ...ITEM, remainingStock: 0 }} heading="h3" sizes="20rem" />
          <ItemCard item={{ ...ITEM, pictureUrl: null }} heading="h3" sizes="20rem" />
        </div>
      </Specimen>
      <Specimen name="Picture">
        <Picture url={DEFAULT_ITEM_PICTURE} alt="" sizes="10rem" className="size-40 rounded-card" />
      </Specimen>
      <Specimen name="Facts, NumberedSteps">
        <Facts>
          <Fact label="Formule">Mensuelle</Fact>
          <Fact label="Prochain paiement">19,99 € le 2 décembre 2026</Fact>
        </Facts>
        <NumberedSteps current={2}>
          <>Cherchez votre contrat.</>
          <>Vérifiez ce que vous déclarez.</>
          <>Recevez l’accusé de réception.</>
        </NumberedSteps>
      </Specimen>
      <Specimen name="ArticleHtml">
        <ArticleHtml html="<h2>Étape 1</h2><p>Placez-vous <strong>dos au mur</strong>, les mains à un mètre.</p><ul><li>Le bassin haut</li><li>Les bras tendus</li></ul>" />
      </Specimen>
    </Sheet>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'modal' | 'overlay' | null>(null);
  const close = () => setOpen(null);
  const cover = () => {
    setOpen('overlay');
    setTimeout(close, 2500);
  };
  return (
    <Sheet title="What lies over a page">
      <Specimen name="Modal, BlockingOverlay (for a moment)">
        <button type="button" className={BUTTON.secondary} onClick={() => setOpen('modal')}>
          Modal
        </button>
        <button type="button" className={BUTTON.secondary} onClick={cover}>
          BlockingOverlay
        </button>
      </Specimen>
      {open === 'modal' && (
        <Modal
          title="Supprimer mon compte ?"
          onClose={close}
          foot={
            <button type="button" className={`w-full ${BUTTON.danger}`} onClick={close}>
              Supprimer définitivement
            </button>
          }
        >
          Votre compte et vos données sont supprimés aussitôt.
        </Modal>
      )}
      {open === 'overlay' && (
        <BlockingOverlay>Paiement en cours, veuillez patienter quelques instants.</BlockingOverlay>
      )}
    </Sheet>
  );
}

function Frame() {
  return (
    <Sheet title="The frame">
      <SiteHeader />
      <ErrorPage />
      <StoreBadges />
      <SiteFooter />
    </Sheet>
  );
}
