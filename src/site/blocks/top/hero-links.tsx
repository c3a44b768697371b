import { LinkButton } from '#ui/button/button.tsx';
import type { ShownBlockOf } from '../../content/shown.ts';

interface LinksProps {
  block: Pick<ShownBlockOf<'hero'>, 'actions'>;
  className?: string | undefined;
}

/** The links of a hero, as large buttons. */
export const Links = ({ block: { actions }, className }: LinksProps) =>
  actions.map(({ label, to, isQuiet }, at) => (
    <LinkButton
      key={at}
      size="large"
      look={isQuiet ? 'quiet' : 'primary'}
      to={to}
      prefetch="intent"
      className={className}
    >
      {label}
    </LinkButton>
  ));
