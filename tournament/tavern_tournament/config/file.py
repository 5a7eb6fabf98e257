"""The shape of a league file: its sections and keys with their meaning, range and default, and their JSON schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, WithJsonSchema
from pydantic import model_validator as whole_section
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from tavern_bots.api import Value
from tavern_tournament.cluster.address import cluster_address
from tavern_tournament.executor import MOST_WORKERS
from tavern_tournament.schedule import MOST_DEALS

ID = r"[A-Za-z0-9][A-Za-z0-9_.-]*"  # names become parts of game ids and of file names
DAY = 86_400.0


def one_or_more(value: object) -> tuple[object, ...]:
    """A value by itself stands for a list of one."""
    return tuple(value) if isinstance(value, list) else (value,)


def each_once(values: tuple[Any, ...]) -> tuple[Any, ...]:
    if not values:
        raise ValueError("must name at least one.")
    for value in values:
        if values.count(value) > 1:
            raise ValueError(f"{value!r} is listed twice.")
    return values


def text_of_number(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def plain_value(value: object) -> Value:
    """What an option can be; no date, nor a number that is none. A list of texts is a text with commas."""
    if isinstance(value, list) and value and all(isinstance(text, str) for text in value):
        return ",".join(value)
    if isinstance(value, (bool, int, str)) or (isinstance(value, float) and abs(value) < float("inf")):
        return value
    raise ValueError("an option is true or false, an ordinary number, or a text.")


def one_or_more_schema(kind: str) -> WithJsonSchema:
    return WithJsonSchema({"anyOf": [{"type": kind}, {"type": "array", "items": {"type": kind}, "minItems": 1}]})


Text = Annotated[str, Field(min_length=1)]
Seed = Annotated[Text, BeforeValidator(text_of_number), WithJsonSchema({"type": ["string", "integer"]})]
Names = Annotated[
    tuple[Text, ...], BeforeValidator(one_or_more), AfterValidator(each_once), one_or_more_schema("string")
]
Sizes = Annotated[
    tuple[int, ...], BeforeValidator(one_or_more), AfterValidator(each_once), one_or_more_schema("integer")
]
Options = Annotated[
    dict[str, Annotated[Value, PlainValidator(plain_value)]],
    WithJsonSchema({"type": "object", "additionalProperties": {"type": ["boolean", "number", "string", "array"]}}),
]
Anchors = Annotated[
    dict[str, Any],  # `anchors` says what is wrong with them
    WithJsonSchema(
        {
            "type": "object",
            "additionalProperties": {
                "anyOf": [{"type": "number"}, {"type": "object", "additionalProperties": {"type": "number"}}]
            },
        }
    ),
]
Deals = Annotated[int, Field(ge=1, le=MOST_DEALS)]
Seconds = Annotated[float, Field(ge=0, le=DAY)]
ClusterAddress = Annotated[str, AfterValidator(cluster_address)]
Policy = Literal["substitute", "forfeit", "void"]
Isolation = Literal["inprocess", "process", "jail"]


class Section(BaseModel):
    """What all sections share: TOML has types, so nothing is converted, and no key is ignored."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        use_attribute_docstrings=True,
    )


class LeagueSection(Section):
    """What the league is called, where its luck comes from, and where its files go."""

    name: Text
    """The league's name, as the report shows it."""
    seed: Seed
    """Any text or number; all luck comes from it and from the run's secret."""
    secret: Literal["public"] | None = None
    """By default every run has a random secret of its own, which its report names when all games are played, so that
    no bot can find out the deals from the seed. With "public" the seed alone decides: the same games in every run."""
    out: Text | None = None
    """The folder for everything the league writes, relative to where the command is run.
    By default runs/ with the name of this file."""


class TableRow(Section):
    """A kind of table: a game with its options, at one or more sizes."""

    game: Text
    """The game's id, such as dragon-vault."""
    seats: Sizes
    """How many sit at the table: a number, or a list of sizes."""
    options: Options = {}
    """How the game is played; each game has its own options."""
    data: Text | None = None
    """Corrected component data, relative to this file: a file, or a folder with one named like the game's own.
    The run keeps a copy of it, and of all files that it names."""
    label: str | None = Field(default=None, pattern=rf"^{ID}( {ID})*$", max_length=60)
    """Names the kind of table in results, with its size added. By default the game's id.
    Two kinds of table of one game and size need different labels."""
    deals: Deals | None = None
    """Deals a line-up at this table, instead of schedule.deals."""


class BotRow(Section):
    """A bot that takes part."""

    bot: Text | None = None
    """A bot as `tavern-bots list` names it, or path/to/my_bot.py:MyBot, relative to this file."""
    command: Annotated[list[Text], Field(min_length=1)] | None = None
    """Instead of `bot`: a program in any language with its arguments; files are named relative to this file.
    When one of these files changes, its games are played again."""
    name: str | None = Field(default=None, pattern=f"^{ID}$", max_length=60)
    """What the bot is called in results. By default the bot's own name."""
    options: Options = {}
    """How the bot is set; `tavern-bots info` shows what it can be told."""
    version: Text | None = None
    """The version of the bot's package that must be installed.
    When a file of the package changes, its games are played again, whatever the version says."""
    isolation: Isolation | None = None
    """Whether it plays in our own process, in one of its own, or in one that is locked up (Linux): SECURITY.md.
    By default the bots that come with tavern-tourney play in our process, all others in the jail where there is one.
    In our process Python's hash seed is random: a bot that iterates over sets of texts may not repeat its games."""
    files: Names = ()
    """More files that the bot reads, relative to this file: in the jail it sees no others but its code.
    When one of them changes, its games are played again."""
    games: Names | None = None
    """It sits only at tables of these games. By default at all that it plays; a command has to name them."""


class ScheduleSection(Section):
    """Who meets whom, and how often."""

    kind: Literal["round-robin", "gauntlet", "adaptive", "swiss"] = "round-robin"
    """Everybody against everybody, or challengers against the field. Adaptive begins as a round-robin, and then plays
    more deals where they tell most about neighbours in the table, until a rule of [stop] is met. Swiss is for many
    bots: in each of a few rounds everybody meets others of about its own rating whom it has not met."""
    challenger: Names = ()
    """The bot of a gauntlet that meets all others, or a list of them."""
    deals: Deals = 20
    """Deals a line-up; each is played once in every seating. If adaptive, before anything is looked at; if Swiss, in
    each round."""
    rounds: int | None = Field(default=None, ge=1, le=1000)
    """If Swiss: so many rounds. By default as many as a knock-out of twos would take: 9 for 300 bots."""
    most_deals: Deals | None = None
    """If adaptive: no line-up plays more deals than this. By default 20 times those that it begins with."""
    line_ups: int = Field(default=200, ge=1, le=MOST_DEALS)
    """At most so many line-ups a table; if there are more, a balanced choice of them.
    When bots join a league that has so many, theirs take the place of others; what those have played counts on."""
    self_play: bool = False
    """Whether one bot may sit at a table more than once."""
    whole_teams: bool = False
    """Whether one bot plays all seats of a team, so that team meets team, in games that are played in teams.
    By default team-mates are different bots, and each is rated by how its teams did."""


class StopSection(Section):
    """When it is enough: as soon as one of these is true, which is looked at when all line-ups have played a deal more.

    Deals of the schedule that are not needed are not played. An adaptive league has at least `separated`, and a Swiss
    one is looked at between its rounds.
    """

    separated: bool = False
    """When all neighbours in the table of every game are separated; of a gauntlet, each challenger from the field.
    As it is looked at often, their games have to be 20 times likelier with a difference than without: of two equal
    bots that is wrongly said in at most 5 % of leagues, however many deals are played."""
    interval: float | None = Field(default=None, gt=0, le=100)
    """When no 95 % interval reaches further than this to either side."""
    games: int | None = Field(default=None, ge=1, le=1_000_000_000)
    """When so many games were played, or would be exceeded by the next ones."""
    minutes: float | None = Field(default=None, gt=0, le=DAY)
    """When the command has run for so long. A clock decides this, so another run may come to another end."""

    @property
    def has_rules(self) -> bool:
        """Whether anything can stop the league before its schedule ends."""
        return self.separated or any(rule is not None for rule in (self.interval, self.games, self.minutes))


class ClockSection(Section):
    """How long bots may think. Without `move` nobody looks at a clock, and games can be repeated exactly."""

    move: float | None = Field(default=None, gt=0, le=DAY)
    """Seconds a move."""
    bank: Seconds = 0.0
    """Seconds a game by which moves may be late in all. When it is used up, half a second a game is forgiven, for
    machines are busy."""
    first: Seconds = 0.0
    """Seconds more for a bot's first move of a game."""
    patience: float = Field(default=60.0, gt=0, le=DAY)
    """Seconds beyond its time until a bot counts as hanging and is stopped: 10 by default.
    Without `move`, the seconds in all: 60 by default."""

    @whole_section(mode="before")
    @classmethod
    def shorter_with_a_clock(cls, keys: Any) -> Any:
        return {"patience": 10.0, **keys} if isinstance(keys, dict) and "move" in keys else keys


class FaultsSection(Section):
    """What follows when a bot does not answer with a legal move.

    substitute: a random legal move is played for it; forfeit: it gets the last place, and the others finish;
    void: the game does not count.
    """

    default: Policy = "forfeit"
    """For all kinds of fault that are not named here."""
    raise_: Policy | None = Field(default=None, alias="raise")
    """The bot raised an error."""
    illegal: Policy | None = None
    """The move was not legal, or no move at all."""
    timeout: Policy | None = None
    """The move came too late."""
    hang: Policy | None = None
    """No move came, and the bot was stopped."""
    crash: Policy | None = None
    """The bot's process ended."""
    memory: Policy | None = None
    """The bot needed more memory than it may."""
    protocol: Policy | None = None
    """What came from the bot's process could not be read."""


class LimitsSection(Section):
    """What a bot in a process of its own may use."""

    memory_mb: int = Field(default=1024, ge=64, le=1_048_576)
    """Memory in megabytes."""
    cpu_seconds: int = Field(default=3600, ge=1)
    """Seconds of computing."""
    open_files: int = Field(default=64, ge=16, le=65_536)
    """Files open at a time."""
    file_mb: int = Field(default=16, ge=0, le=1_048_576)
    """Megabytes a file that it writes."""
    disk_mb: int = Field(default=64, ge=1, le=1_048_576)
    """Megabytes of all files that it has in a game together, in the jail."""
    threads: bool = False
    """Whether it may start threads, in the jail; they stand still while others think."""


class RunSection(Section):
    """How the work is done; it changes no result."""

    workers: int = Field(default=0, ge=0, le=MOST_WORKERS)
    """Games played at a time; 0 is as many as there are cores."""
    batch_seconds: float = Field(default=1.0, gt=0, le=3600)
    """About how long a worker plays before it reports."""
    one_core: bool = True
    """Whether a worker and its bots share one core, if there are enough of them; bots with threads may want more."""
    reasons: bool = False
    """Whether the journal keeps why bots chose what they did, as far as they say so, to be shown in replays."""
    cluster: ClusterAddress | None = None
    """Where games are played instead of in processes of this machine: the scheduler of a dask cluster,
    tcp://host:port or tls://host:port, or local:4 for a cluster of four workers on this machine (docs/SCALE.md)."""
    cluster_ca: Text | None = None
    """For tls: the certificate of who signed those of the cluster, a file relative to this one."""
    cluster_cert: Text | None = None
    """For tls: our own certificate."""
    cluster_key: Text | None = None
    """For tls: the key to our own certificate."""


class RatingSection(Section):
    """How the results become a table."""

    bootstrap: int = Field(default=200, ge=0, le=100_000)
    """Resamples of the deals for the intervals; 0 leaves them to the model alone."""
    oracle: bool = False
    """Whether bots that see all cards may take part."""


class ReportSection(Section):
    """The page at the end."""

    title: Text | None = None
    """Its headline. By default the league's name."""
    replays: int = Field(default=1000, ge=0, le=1_000_000)
    """So many games at most can be opened in the page, from all line-ups alike; it lists more. A thousand of them take
    about half a minute of computing, and ten megabytes. In a league with a secret they open when all is played."""
    luck: bool = False
    """Whether what came by lot in the games is taken off the results, in figures beside the plain ones that are the
    same on average and vary less, in games for which there is a learned evaluation. It takes about 10 ms a game."""


class LeagueFile(Section):
    """A league of tavern-tourney."""

    league: LeagueSection
    tables: Annotated[list[TableRow], Field(min_length=1)]
    bots: Annotated[list[BotRow], Field(min_length=1)]
    schedule: ScheduleSection = ScheduleSection()
    stop: StopSection = StopSection()
    clock: ClockSection = ClockSection()
    faults: FaultsSection = FaultsSection()
    limits: LimitsSection = LimitsSection()
    run: RunSection = RunSection()
    rating: RatingSection = RatingSection()
    anchors: Anchors = {}
    """Bots whose ratings are given, so that leagues can be compared over time: `rules = 25.0` for all games, or
    `rules = { dragon-vault = 25.0, tiefenthal = 27.5 }`. All others are rated against them. Without anchors 25 is the
    average of the bots of a game."""
    report: ReportSection = ReportSection()


def keys_of(section: str) -> list[str]:
    """The keys that a section, or a row of it, may have, as a file spells them."""
    annotation: Any = LeagueFile.model_fields[section].annotation
    model = get_args(annotation)[0] if get_args(annotation) else annotation
    if not issubclass(model, Section):
        return []  # it may have any
    return [field.alias or name for name, field in model.model_fields.items()]


class _EditorSchema(GenerateJsonSchema):
    """TOML has no null: an optional key is left out. Titles made of key names say nothing new."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        if schema.get("default") in (None, {}, ()) or isinstance(schema.get("default"), Section):
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schema() -> dict[str, Any]:
    """The JSON schema of a league file, for editors that complete and check TOML."""
    return LeagueFile.model_json_schema(schema_generator=_EditorSchema)
