import { Campaigns } from './campaigns/Campaigns.tsx';
import type { Change } from './change/change.ts';
import { FollowUpCheck } from './draft/FollowUpCheck.tsx';

export const CampaignsPage = ({
  running,
  onSend,
}: {
  running: readonly Change[];
  onSend: (change: Change) => void;
}) => (
  <FollowUpCheck>{(check) => <Campaigns running={running} onSend={onSend} onCheck={check} />}</FollowUpCheck>
);
