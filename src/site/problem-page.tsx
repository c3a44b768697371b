import { isRouteErrorResponse, useLocation } from 'react-router';
import { usePublicSettings } from '#company/use-settings.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { Button, LinkButton } from '#ui/button/button.tsx';
import layout from '#ui/layout.module.css';
import lost from '#assets/art/lost.svg';
import spill from '#assets/art/spill.svg';
import { PageTitle } from '#ui/layout/page-title.tsx';
import styles from './problem-page.module.css';
import { Drawing, illustratedPageActions, IllustratedPage } from './blocks/frame/illustrated-page.tsx';
import { SiteFrame } from './site-frame.tsx';

interface ProblemText {
  title: string;
  text: string;
}

const texts: Record<number, ProblemText> = {
  400: {
    title: 'We could not understand that request',
    text: 'Something in the address or the form was not as we expected.',
  },
  401: { title: 'Please sign in', text: 'You need an account to see this page.' },
  403: { title: 'You don’t have access to this page', text: 'It needs a permission that your account does not have.' },
  404: {
    title: 'Page Not Found',
    text: 'The page may have moved, or the address may be mistyped.',
  },
  405: {
    title: 'This page does not accept forms',
    text: 'A form was sent to this page, but the page has no form. Nothing was saved or changed.',
  },
  429: {
    title: 'One moment, please',
    text: 'Too many requests came from your network. Wait a minute, then try again.',
  },
  503: { title: 'Back in a moment', text: 'The site is very busy. Please try again.' },
};
const failed: ProblemText = {
  title: 'Something went wrong on our side',
  text: 'We have logged the error. Please try again; your cart is still there.',
};

/** Shown, with the response's status, for every error that a page does not handle itself. */
export function ProblemPage({ error }: { error: unknown }) {
  const problem = isRouteErrorResponse(error) ? error : undefined;
  const detail = problem?.data as { message?: string; requestId?: string } | null | undefined; // thrown by api()
  return (
    <SiteFrame>
      <ProblemScene status={problem?.status ?? 500} message={detail?.message} requestId={detail?.requestId} />
    </SiteFrame>
  );
}

interface ProblemProps {
  status: number;
  /** The server's own message, which replaces ours. */
  message?: string;
  requestId?: string;
}

function ProblemScene({ status, message, requestId }: ProblemProps) {
  const { title, text } = texts[status] ?? failed;
  const isOurs = status >= 500 || status === 429;
  return (
    <IllustratedPage
      art={isOurs ? <Drawing name="spill" own={spill} /> : <Drawing name="lost" own={lost} />}
      className={styles.page}
    >
      <PageTitle>{title}</PageTitle>
      <meta name="robots" content="noindex" />
      <p className={styles.status}>Error {status}</p>
      <h1>{title}</h1>
      <p className={layout.lead}>{message && message !== 'Not found.' ? message : text}</p>
      <div className={illustratedPageActions}>{isOurs ? <TryAgain /> : <OtherPages status={status} />}</div>
      <Help requestId={requestId} />
    </IllustratedPage>
  );
}

function TryAgain() {
  return (
    <>
      <Button size="large" onClick={() => window.location.reload()}>
        Try again
      </Button>
      <LinkButton look="quiet" size="large" to="/" reloadDocument>
        Go to the home page
      </LinkButton>
    </>
  );
}

function OtherPages({ status }: { status: number }) {
  const { pathname, search } = useLocation();
  if (status === 401) {
    return (
      <LinkButton size="large" to={`/login/?return-url=${encodeURIComponent(pathname + search)}`}>
        Sign in
      </LinkButton>
    );
  }
  return (
    <>
      {status === 405 ? (
        <LinkButton size="large" to={pathname} reloadDocument>
          Open this page
        </LinkButton>
      ) : (
        <LinkButton size="large" to="/shopping/products/all">
          Visit the shop
        </LinkButton>
      )}
      <LinkButton look="quiet" size="large" to="/">
        Go to the home page
      </LinkButton>
    </>
  );
}

function Help({ requestId }: { requestId: string | undefined }) {
  const settings = usePublicSettings();
  return (
    <p className={styles.help}>
      {settings && (
        <>
          Or call us on <PhoneLink phone={settings.company.officePhone} />, {settings.brand.hours}.
        </>
      )}
      {requestId && <small> Request {requestId}</small>}
    </p>
  );
}
