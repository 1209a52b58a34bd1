"""Common English short forms of first names. A short form may stand for several names."""

from __future__ import annotations

_TABLE = """
    abigail abby gail / abraham abe / albert al bert / alexander alex alec sandy xander
    alexandra alex sandra lexi sasha / alfred al fred alfie / allison allie ali / amanda mandy
    andrew andy drew / angela angie / anthony tony ant / arthur art artie / barbara barb barbie babs
    benjamin ben benny benji / bernard bernie / bradley brad / cameron cam / caroline carrie caro
    catherine cathy kate katie cat kitty / charles charlie chuck chaz / charlotte charlie lottie
    christina chris tina chrissy / christine chris chrissy tina / christopher chris topher kit / cynthia cindy
    daniel dan danny / david dave davey / deborah deb debbie / dennis denny / dominic dom nic
    donald don donnie / dorothy dot dottie / douglas doug / edward ed eddie ted ned / eleanor ellie nell nora
    elizabeth liz lizzie beth betty eliza libby / emily em emmy / eugene gene / florence flo
    frances fran frankie / francis frank fran / franklin frank / frederick fred freddie / gabriel gabe
    gabrielle gabby / geoffrey geoff / george georgie / gerald gerry jerry / gregory greg / harold harry hal
    henry harry hank / isabella bella izzy / jacob jake / jacqueline jackie / james jim jimmy jamie / janet jan
    jeffrey jeff / jennifer jen jenny / jeremy jem / jessica jess jessie / john jack johnny / jonathan jon jonny
    joseph joe joey / joshua josh / judith judy / julia jules / katherine kathy kate katie kat kitty
    kathleen kathy kath / kenneth ken kenny / kimberly kim / lawrence larry laurie / leonard len leo lenny
    leslie les / lillian lily / louis lou louie / lucas luke / margaret maggie meg peggy marge greta
    martin marty / matthew matt matty / maximilian max / megan meg / melissa mel missy
    michael mike mick mickey mikey / michelle shelly / mitchell mitch / nancy nan / natalie nat
    nathan nat nate / nathaniel nat nate / nicholas nick nicky nico / nicole nicky nikki / oliver ollie
    olivia liv livvy / pamela pam / patricia pat patty tricia trish / patrick pat paddy / penelope penny
    peter pete / philip phil pip / rachel rach / raymond ray / rebecca becky becca
    richard rick dick rich richie ricky / robert bob rob bobby robbie bert / roger rodge / ronald ron ronnie
    russell russ / samantha sam sammy / samuel sam sammy / sandra sandy / sarah sally / sebastian seb bastian
    sophia sophie / stephanie steph / stephen steve stevie / steven steve stevie / stuart stu
    susan sue susie suzy / sylvester sly / tabitha tabby / terence terry / theodore ted theo teddy
    theresa terry tess tessa / thomas tom tommy / timothy tim timmy / valerie val / veronica ronnie vera
    victor vic / victoria vicky tori / vincent vince vinnie / virginia ginny / walter walt wally
    william will bill billy willy liam / zachary zach zack
"""
_FULL_OF: dict[str, frozenset[str]] = {}
for _group in _TABLE.replace("\n", " / ").split(" / "):
    _names = _group.split()
    for _name in _names:
        _FULL_OF[_name] = _FULL_OF.get(_name, frozenset()) | {_names[0]}


def full_names(first: str) -> frozenset[str]:
    """What a normalised first name may be short for, itself included."""
    return _FULL_OF.get(first, frozenset()) | {first}


def same_first_name(one: str, other: str) -> bool:
    """Whether two normalised first names may be forms of the same."""
    return one == other or not full_names(one).isdisjoint(full_names(other))
